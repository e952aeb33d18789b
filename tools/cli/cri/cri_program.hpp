// podreel-cri, the program with gRPC in it.
#pragma once

#include <functional>

#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Goes on as podreel-cri, which stands beside this program, with the same command line. Throws BadInput where that is
/// not there.
[[noreturn]] void become_cri_program(Context& context);

/// Obeys the request here, where this program can, or else as podreel-cri.
template <class Request>
ExitCode obey_with_grpc(const std::function<ExitCode(const Request&, Context&)>& here, const Request& request,
                        Context& context) {
  if (here) return here(request, context);
  become_cri_program(context);
}

}  // namespace podreel::cli
