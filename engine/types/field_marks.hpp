// Positions of fields in the text that a walker writes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::types {

struct FieldMark {
  /// Where the field begins.
  std::size_t offset = 0;
  /// "VolumeMounts[0].SubPath".
  std::string path;
};

using FieldMarks = std::vector<FieldMark>;

/// The path of the field that is being written; records where fields begin, if anyone wants to know. Costs nothing
/// otherwise.
class FieldPath {
 public:
  explicit FieldPath(FieldMarks* marks) : marks_(marks) {}

  /// Enters a field or element, whose text begins at `offset`; leave() with what this returns.
  std::size_t enter_field(std::string_view name, std::size_t offset) {
    const std::size_t before = path_.size();
    if (marks_ == nullptr) return before;
    if (!path_.empty()) path_ += '.';
    path_ += name;
    marks_->push_back({offset, path_});
    return before;
  }

  std::size_t enter_element(std::string_view key, std::size_t offset) {
    const std::size_t before = path_.size();
    if (marks_ == nullptr) return before;
    path_ += '[';
    path_ += key;
    path_ += ']';
    marks_->push_back({offset, path_});
    return before;
  }

  void leave(std::size_t before) { path_.resize(before); }

 private:
  FieldMarks* marks_;
  std::string path_;
};

}  // namespace podreel::types
