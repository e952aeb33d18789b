// The podreel program.
#pragma once

namespace podreel::cli {

/// Runs the command line of a process, with its standard streams, and returns its exit code.
[[nodiscard]] int run_program(int argc, char** argv);

}  // namespace podreel::cli
