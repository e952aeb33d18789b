// podreel-cri: the podreel command with a CRI server.
#include <csignal>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "tools/cli/command/command_line.hpp"
#include "tools/cri/client/kubelet.hpp"
#include "tools/cri/grpc/record.hpp"
#include "tools/cri/grpc/server.hpp"
#include "tools/files/fd_stream.hpp"
#include "tools/files/temporary_file.hpp"

int main(int argc, char** argv) {
  using namespace podreel;
  std::signal(SIGPIPE, SIG_IGN);
  cli::clean_up_on_signals();
  try {
    cli::FdStream out{STDOUT_FILENO, "standard output"};
    cli::Context context{.out = out,
                         .diagnostics = std::cerr,
                         .out_terminal = cli::terminal_of(STDOUT_FILENO),
                         .diagnostics_terminal = cli::terminal_of(STDERR_FILENO)};
    context.serve_cri = cri::serve;
    context.run_kubelet = cri::run_kubelet;
    context.record = cri::record;
    const std::vector<std::string> arguments{argv + (argc > 0 ? 1 : 0), argv + argc};
    return static_cast<int>(cli::run_command_line(arguments, context));
  } catch (const cli::BrokenPipe&) {
    return static_cast<int>(cli::ExitCode::failure);
  }
}
