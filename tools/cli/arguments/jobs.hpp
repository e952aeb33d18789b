// `-j`: the number of parallel jobs of a verb.
#pragma once

#include <cstddef>
#include <string>

#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Declares `-j N`, stored in `jobs`, which must outlive `verb`; `what` describes the jobs in the help.
void add_jobs_option(CLI::App& verb, std::size_t& jobs, const std::string& what);

/// Returns `asked`; for 0, one job per core, or one job if peers use the other cores.
[[nodiscard]] std::size_t jobs_of(std::size_t asked, const Context& context);

}  // namespace podreel::cli
