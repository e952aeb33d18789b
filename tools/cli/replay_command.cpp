#include "tools/cli/replay_command.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "tools/cli/shell_word.hpp"

namespace podreel::cli {

std::string replay_command(const RunOptions& options) {
  std::string command = "podreel run";
  for (const std::string& file : options.files) {
    const bool is_option_like = file.starts_with('-');
    command += (is_option_like ? " -f " : " ") + shell_word(file);
  }
  if (!options.kubelet_version.empty()) command += " --kubelet-version " + shell_word(options.kubelet_version);
  if (options.seed) command += fmt::format(" --seed {}", *options.seed);
  if (!options.timing.empty()) command += " --timing " + options.timing;
  for (const std::string& variable : options.variables) command += " --set " + shell_word(variable);
  if (!options.load.root.empty()) command += " --root " + shell_word(options.load.root);
  if (!options.until_text.empty()) command += " --until " + shell_word(options.until_text);
  return command;
}

}  // namespace podreel::cli
