// Recordings of kubelets.
#pragma once

#include "tools/cri/requests/record_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cri {

/// Records kubelets. Throws cli::BadInput if a scenario cannot be performed, or if a kubelet does not start.
[[nodiscard]] cli::ExitCode record(const cli::RecordRequest& request, cli::Context& context);

}  // namespace podreel::cri
