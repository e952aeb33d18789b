// A server for a scenario's runtime.
#pragma once

#include "tools/cri/requests/cri_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cri {

/// Serves until a signal arrives. Throws cli::BadInput if it cannot listen.
[[nodiscard]] cli::ExitCode serve(const cli::CriRequest& request, cli::Context& context);

}  // namespace podreel::cri
