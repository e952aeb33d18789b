// Results of a comparison of two policies, over scenarios or recorded cases.
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "tools/cli/regression/accept_list.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// The difference of the policies in one run or case.
struct PolicyDifference {
  /// Differences of equal causes are one group.
  std::string cause;
  /// The first action or answer of each of the two that the other does not have; empty: none.
  std::string with_policy{};
  std::string with_against{};
  /// Time and place of the difference: "at 60.000s". May be empty.
  std::string where{};
  /// Further lines about it, such as reasons.
  std::vector<std::string> notes{};
  /// Command that shows more; may be empty.
  std::string command{};
  bool is_accepted = false;
};

/// One run or case.
struct ComparedItem {
  std::string name;
  std::string file{};
  api::Mark mark{};
  std::optional<PolicyDifference> difference{};
  /// Wall-clock time of both runs.
  std::chrono::duration<double> took{};
};

/// The items of a comparison, in their order.
struct PolicyRegressions {
  std::string policy;
  std::string against;
  /// "run" or "case".
  std::string_view thing;
  /// All runs, or those cases that differ.
  std::vector<ComparedItem> items{};
  std::size_t compared = 0;
  std::vector<api::Problem> unused_entries{};

  /// Marks the differences that the list accepts, and keeps its unused entries.
  void accept(AcceptList& list);
  [[nodiscard]] std::size_t differing() const;
  [[nodiscard]] std::size_t accepted() const;
  /// Returns whether every difference is accepted.
  [[nodiscard]] bool holds() const { return differing() == accepted(); }
};

/// Prints the groups, the largest first, each with its items and its first difference, and then the totals.
void print_text(std::ostream& out, const Terminal& terminal, const PolicyRegressions& results);

/// Returns {"policy", "againstPolicy", "compared", "differing", "accepted", "causes": [{"cause", "items",
/// "firstDifference"}], "unusedEntries"}.
[[nodiscard]] nlohmann::ordered_json document_of(const PolicyRegressions& results);

/// Prints JUnit XML with a suite per folder: an item that differs fails, and counts as skipped if it is accepted.
void print_junit(std::ostream& out, const PolicyRegressions& results);

}  // namespace podreel::cli
