// Accepted differences of two policies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::cli {

/// The file of --accept. A line has a pattern with * and ? for names of scenarios, their files or ids of cases, and
/// optionally, after a space, a pattern for causes; without it, every cause is accepted. "#" begins a comment.
class AcceptList {
 public:
  /// Accepts nothing.
  AcceptList() = default;
  /// `file` is the name of the list in problems.
  AcceptList(std::string_view text, std::string file);

  /// Returns whether an entry matches one of the names and the cause. All entries that match count as used.
  [[nodiscard]] bool accepts(const std::vector<std::string>& names, std::string_view cause);

  /// Returns a problem for each entry that has matched nothing.
  [[nodiscard]] std::vector<api::Problem> unused() const;

 private:
  struct Entry {
    int line = 0;
    std::string name;
    std::string cause;
    bool is_used = false;
  };

  std::string file_;
  std::vector<Entry> entries_;
};

/// Reads the file; an empty name gives an empty list. Throws BadInput.
[[nodiscard]] AcceptList accept_list(const std::string& file);

}  // namespace podreel::cli
