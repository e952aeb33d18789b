#include "tools/cli/program.hpp"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "tools/cli/command/command_line.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/fd_stream.hpp"
#include "tools/files/temporary_file.hpp"

namespace podreel::cli {

namespace {

/// The command line asks for the verbs. A linker that reads each library once finds them by this reference, because
/// they are in the library of this file.
[[gnu::used]] void (*const linked_verbs)(CLI::App& app, Context& context) = add_verbs;

/// Returns whether the program was started as kubectl-podreel, as kubectl starts its plugins.
bool is_kubectl_plugin(std::string_view called_as) {
  return called_as.substr(called_as.rfind('/') + 1).starts_with("kubectl-");
}

/// Ends the process by SIGPIPE after all cleanup, as a filter ends when its reader has closed the pipe.
int end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return EXIT_FAILURE;
}

}  // namespace

int run_program(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  clean_up_on_signals();
  try {
    FdStream out{STDOUT_FILENO, "standard output"};
    Context context{.out = out,
                    .diagnostics = std::cerr,
                    .out_terminal = terminal_of(STDOUT_FILENO),
                    .diagnostics_terminal = terminal_of(STDERR_FILENO),
                    .is_kubectl_plugin = argc > 0 && is_kubectl_plugin(argv[0])};
    const std::vector<std::string> arguments{argv + (argc > 0 ? 1 : 0), argv + argc};
    return static_cast<int>(run_command_line(arguments, context));
  } catch (const BrokenPipe&) {
    return end_by_sigpipe();
  }
}

}  // namespace podreel::cli
