// podreel-cri, the program with gRPC in it.
#pragma once

#include "tools/cli/verb.hpp"

namespace podreel::cli {

/// Goes on as podreel-cri, which stands beside this program, with the same command line. Throws BadInput where that is
/// not there.
[[noreturn]] void become_cri_program(Context& context);

}  // namespace podreel::cli
