// Serves a scenario's runtime until a signal ends it.
#pragma once

#include "tools/cri/requests/cri_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cri {

/// Throws cli::BadInput where nothing can listen.
[[nodiscard]] cli::ExitCode serve(const cli::CriRequest& request, cli::Context& context);

}  // namespace podreel::cri
