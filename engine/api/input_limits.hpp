// Limits of all input.
#pragma once

#include <cstddef>

namespace podreel::api {

/// Limits of every reader of YAML, JSON, JSON Lines and tables, so that no input takes more than about 200 MB. Input
/// beyond them is a problem of its file, with its position.
struct InputLimits {
  static constexpr std::size_t mebi = std::size_t{1} << 20;

  /// A file that is read as a whole: manifests, scenarios, lists of choices, goldens, what was observed on a node.
  std::size_t document_bytes = 64 * mebi;
  /// A file whose lines are answered one after another. The items of a JSON list are, too, and have no such limit.
  std::size_t lines_bytes = 1024 * mebi;
  /// One line of these, or one item of a JSON list.
  std::size_t line_bytes = 8 * mebi;
  /// One scalar, or one list or map in YAML's flow style ([…], {…}): a parser has to hold it at once. The API server
  /// takes objects of 1.5 MiB at most.
  std::size_t scalar_bytes = 2 * mebi;
  /// Lists and maps in one another.
  std::size_t depth = 200;
  /// Values of one file, expanded aliases included; of JSON Lines, of one line.
  std::size_t values = 1'000'000;
  /// Number of values that aliases may add to a file, and anchors may hold.
  std::size_t alias_values = 200'000;
  std::size_t alias_bytes = 64 * mebi;
  /// Total size of the documents of a scenario's runs after variables were replaced.
  std::size_t expanded_values = 1'000'000;
  std::size_t expanded_bytes = 64 * mebi;
  /// Number of problems of one file that are reported; then reading stops.
  std::size_t problems = 100;
  /// That number where the user asked for all problems.
  std::size_t kept_going_problems = 10'000;
};

inline constexpr InputLimits input_limits{};

}  // namespace podreel::api
