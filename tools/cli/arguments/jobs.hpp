// `-j`: how many things a verb does at a time.
#pragma once

#include <cstddef>
#include <string>

#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Declares `-j N`, stored in `jobs`, which must outlive `verb`; `what` says of what there are so many.
void add_jobs_option(CLI::App& verb, std::size_t& jobs, const std::string& what);

/// As asked for; 0: one for each core, or one where peers take the other cores.
[[nodiscard]] std::size_t jobs_of(std::size_t asked, const Context& context);

}  // namespace podreel::cli
