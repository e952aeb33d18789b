// What a shell has to know of the command line to complete it.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/command/cli11_fwd.hpp"

namespace podreel::cli {

/// What may stand where a value is expected.
struct CompletedValues {
  bool files = false;
  bool folders = false;
  std::vector<std::string> words{};
  /// What the words are together, where several options take them: "releases".
  std::string name{};
  /// Several of the words may stand there, parted by commas.
  bool is_list = false;
};

struct CompletedOption {
  /// Without dashes.
  std::vector<std::string> short_names{};
  std::vector<std::string> long_names{};
  std::string what{};
  bool takes_value = false;
  /// "FILE", "table|json".
  std::string value_name{};
  CompletedValues values{};
};

struct CompletedVerb {
  std::string name{};
  std::string summary{};
  std::vector<CompletedOption> options{};
  /// Of all its positional arguments together.
  CompletedValues arguments{};
};

struct CompletedCommand {
  std::vector<CompletedOption> options{};
  std::vector<CompletedVerb> verbs{};
};

[[nodiscard]] CompletedCommand completed(const CLI::App& app);

/// The values that have a name, each once.
[[nodiscard]] std::vector<CompletedValues> named_values(const CompletedCommand& command);

/// The words, or the variable `$_podreel_NAME` of the script that holds them.
[[nodiscard]] std::string offered_words(const CompletedValues& values);

/// "-o" and "--output".
[[nodiscard]] std::vector<std::string> dashed_names(const CompletedOption& option);

[[nodiscard]] std::string bash_completion(const CompletedCommand& command);
[[nodiscard]] std::string zsh_completion(const CompletedCommand& command);
[[nodiscard]] std::string fish_completion(const CompletedCommand& command);

}  // namespace podreel::cli
