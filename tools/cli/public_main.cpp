// The command as part of the public library.
#include <exception>
#include <iostream>
#include <utility>

#include "podreel/command.hpp"
#include "tools/cli/program.hpp"
#include "tools/invocation/context.hpp"

int podreel::main(int argc, char** argv, std::vector<NamedPolicy> policies) {
  try {
    for (NamedPolicy& policy : policies) add_policy(std::move(policy));
  } catch (const std::exception& error) {
    std::cerr << "podreel: " << error.what() << '\n';
    return static_cast<int>(cli::ExitCode::failure);
  }
  return cli::run_program(argc, argv);
}
