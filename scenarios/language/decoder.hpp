// Reading a document strictly: where a value stands, and everything that is wrong with it at once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::language {

/// A name in a scenario that must be that of a pod, or of a container of that pod, which the scenario creates.
struct Reference {
  /// "namespace/name"; may be a glob.
  std::string pod;
  /// Empty: only the pod is meant.
  std::string container;
  api::Mark mark;
  std::string path;
};

/// What reading one document gathers.
struct Reading {
  std::string file;
  std::vector<api::Problem> problems;
  /// What is not wrong, but is not obeyed either.
  std::vector<api::Problem> warnings = {};
  std::vector<Reference> references = {};
  /// Where each feature gate stands, by its field path: whether a kubelet takes it is known when its release is.
  std::map<std::string, api::Mark, std::less<>> gate_marks = {};
  /// Positions (line, column) of values of which the cause of all trouble has been told already.
  std::set<std::pair<int, int>> told = {};
};

/// A place in the document being read: knows its field path and where problems go.
class Place {
 public:
  explicit Place(Reading& reading, std::string path = {}) : reading_{&reading}, path_{std::move(path)} {}

  [[nodiscard]] Place member(std::string_view name) const;
  [[nodiscard]] Place item(std::size_t index) const;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] Reading& reading() const noexcept { return *reading_; }

  void problem(api::Mark mark, std::string message) const;
  void warning(api::Mark mark, std::string message) const;

  /// "found the integer 300; accepted: an integer from 0 to 255".
  void mismatch(const api::Tree& found, std::string_view accepted) const;

 private:
  Reading* reading_;
  std::string path_;
};

/// "the integer 300", "the string \"abc\"", "a list": how messages show what was found; long texts are cut.
[[nodiscard]] std::string shown(const api::Tree& node);

/// "; did you mean \"b\"? Accepted: a, b, c", or ", accepted: a, b, c" if no name is near to `found`.
[[nodiscard]] std::string accepted_names(std::string_view found, const std::vector<std::string_view>& accepted);

}  // namespace podreel::language
