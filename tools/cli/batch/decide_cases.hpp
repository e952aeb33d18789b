// `podreel decide -o case`: what is asked about, instead of the answer.
#pragma once

#include "tools/cli/batch/batch.hpp"

namespace podreel::cli {

/// Prints the cases that the files have or make, one JSON object a line, and then throws BadInput for what was no case.
void print_cases(const BatchOptions& options, Context& context);

}  // namespace podreel::cli
