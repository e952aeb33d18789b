#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <string>

#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/help/completion_model.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText completion_text{
    .name = "completion",
    .summary = "Print a completion script for a shell",
    .description = "Prints a script that makes bash, zsh or fish complete podreel's verbs, options and their values.",
    .examples =
        "# Use it in this bash\n"
        "source <(podreel completion bash)\n"
        "\n"
        "# Use it in every bash\n"
        "podreel completion bash > /etc/bash_completion.d/podreel\n"
        "\n"
        "# Use it in zsh, from a folder in $fpath\n"
        "podreel completion zsh > ~/.zsh/completions/_podreel\n"
        "\n"
        "# Use it in fish\n"
        "podreel completion fish > ~/.config/fish/completions/podreel.fish\n",
};

std::string script_for(const std::string& shell, const CompletedCommand& command) {
  if (shell == "bash") return bash_completion(command);
  if (shell == "zsh") return zsh_completion(command);
  return fish_completion(command);
}

}  // namespace

void add_completion(CLI::App& app, Context& context) {
  auto shell = std::make_shared<std::string>();
  CLI::App& verb = new_verb(app, completion_text);
  choices(verb.add_option("SHELL", *shell, "shell to complete for"), {"bash", "zsh", "fish"})->required();
  set_action(verb, context, [shell, &app](Context& world) {
    world.out << script_for(*shell, completed(app));
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
