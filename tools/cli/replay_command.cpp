#include "tools/cli/replay_command.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "tools/cli/shell_word.hpp"

namespace podreel::cli {

std::string load_arguments(const RunOptions& options) {
  std::string arguments;
  const auto add = [&arguments](std::string_view option, const std::string& value) {
    if (!value.empty()) arguments += fmt::format(" {} {}", option, shell_word(value));
  };
  add("--timing", options.timing);
  add("--policy", options.policy);
  add("--feature-gates", options.feature_gates);
  add("--root", options.load.root);
  add("--until", options.until_text);
  return arguments;
}

std::string replay_arguments(const RunOptions& options) {
  std::string arguments;
  if (!options.kubelet_version.empty()) arguments += " --kubelet-version " + shell_word(options.kubelet_version);
  if (options.seed) arguments += fmt::format(" --seed {}", *options.seed);
  for (const std::string& variable : options.variables) arguments += " --set " + shell_word(variable);
  return arguments + load_arguments(options);
}

std::string replay_command(const RunOptions& options) {
  std::string command = "podreel run";
  for (const std::string& file : options.files) {
    const bool is_option_like = file.starts_with('-');
    command += (is_option_like ? " -f " : " ") + shell_word(file);
  }
  return command + replay_arguments(options);
}

}  // namespace podreel::cli
