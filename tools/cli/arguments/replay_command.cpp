#include "tools/cli/arguments/replay_command.hpp"

#include <fmt/format.h>
#include <map>

#include "tools/text/shell_word.hpp"

namespace podreel::cli {

namespace {

std::string file_argument(const std::string& file) {
  const bool is_option_like = file.size() > 1 && file.starts_with('-');
  return (is_option_like ? " -f " : " ") + shell_word(file);
}

std::string seed_argument(std::optional<std::uint64_t> seed) {
  return seed ? fmt::format(" --seed {}", *seed) : "";
}

/// Formats the options that change scenarios when they are loaded, except the kubelet's release, the seed and
/// variables.
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

}  // namespace

std::string replay_arguments(const RunOptions& options) {
  std::string arguments;
  if (!options.kubelet_version.empty()) arguments += " --kubelet-version " + shell_word(options.kubelet_version);
  arguments += seed_argument(options.seed);
  for (const std::string& variable : options.variables) arguments += " --set " + shell_word(variable);
  return arguments + load_arguments(options);
}

std::string verb_command(std::string_view verb, const RunOptions& options) {
  std::string command = fmt::format("podreel {}", verb);
  for (const std::string& file : options.files) command += file_argument(file);
  return command + replay_arguments(options);
}

std::string replay_command(const format::Scenario& scenario, const RunOptions& options,
                           std::optional<std::uint64_t> seed, std::string_view verb) {
  std::string command = fmt::format("podreel {}{}", verb, file_argument(scenario.file));
  if (!options.kubelet_version.empty() || scenario.variant.contains("kubelet")) {
    command += " --kubelet-version " + release::to_string(scenario.node.kubelet.version);
  }
  command += seed_argument(seed ? seed : options.seed);
  std::map<std::string, std::string> variables = options.load.variables;
  for (const auto& [name, value] : scenario.variant) {
    if (name != "kubelet") variables[name] = value;
  }
  for (const auto& [name, value] : variables) command += " --set " + shell_word(name + "=" + value);
  return command + load_arguments(options);
}

}  // namespace podreel::cli
