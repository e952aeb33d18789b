// The podreel command.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/cli/command/cli11_fwd.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Returns the command line with all its verbs. `context` must outlive it.
[[nodiscard]] std::unique_ptr<CLI::App> make_command_line(Context& context);

/// Runs `podreel ARGUMENTS…`. Converts every exception except BrokenPipe to a message on `context.diagnostics` and an
/// exit code; no other function does.
[[nodiscard]] ExitCode run_command_line(const std::vector<std::string>& arguments, Context& context);

}  // namespace podreel::cli
