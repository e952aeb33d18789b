// podreel-cri, the program that is linked with gRPC.
#pragma once

#include <functional>

#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Replaces this process by podreel-cri from the same folder, with the same command line; returns if that program does
/// not exist. To be called before a verb reads its input, which podreel-cri reads again, and of which it warns again.
void try_to_become_cri_program(Context& context);

/// Replaces this process in the same way. Throws BadInput if podreel-cri does not exist.
[[noreturn]] void become_cri_program(Context& context);

/// Serves the request in this process if it is linked with gRPC, otherwise as podreel-cri.
template <class Request>
ExitCode obey_with_grpc(const std::function<ExitCode(const Request&, Context&)>& here, const Request& request,
                        Context& context) {
  if (here) return here(request, context);
  become_cri_program(context);
}

}  // namespace podreel::cli
