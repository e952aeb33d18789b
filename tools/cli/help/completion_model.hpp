// A model of the command line for completion in shells.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/command/cli11_fwd.hpp"

namespace podreel::cli {

/// Values accepted at one place.
struct CompletedValues {
  bool files = false;
  bool folders = false;
  std::vector<std::string> words{};
  /// Collective name of the words if several options accept them: "releases".
  std::string name{};
  /// Whether a comma-separated list is accepted.
  bool is_list = false;
};

struct CompletedOption {
  /// Without dashes.
  std::vector<std::string> short_names{};
  std::vector<std::string> long_names{};
  std::string what{};
  bool takes_value = false;
  /// For example "FILE" or "table|json".
  std::string value_name{};
  CompletedValues values{};
};

struct CompletedVerb {
  std::string name{};
  std::string summary{};
  std::vector<CompletedOption> options{};
  /// Values of all positional arguments together.
  CompletedValues arguments{};
};

struct CompletedCommand {
  std::vector<CompletedOption> options{};
  std::vector<CompletedVerb> verbs{};
};

[[nodiscard]] CompletedCommand completed(const CLI::App& app);

/// Returns the values that have a name, each once.
[[nodiscard]] std::vector<CompletedValues> named_values(const CompletedCommand& command);

/// Returns the words, or the script variable `$_podreel_NAME` that holds them.
[[nodiscard]] std::string offered_words(const CompletedValues& values);

/// Returns names with their dashes: "-o" and "--output".
[[nodiscard]] std::vector<std::string> dashed_names(const CompletedOption& option);

[[nodiscard]] std::string bash_completion(const CompletedCommand& command);
[[nodiscard]] std::string zsh_completion(const CompletedCommand& command);
[[nodiscard]] std::string fish_completion(const CompletedCommand& command);

}  // namespace podreel::cli
