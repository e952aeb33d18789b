// Records a kubelet that lives through a scenario.
#pragma once

#include "tools/cri/requests/record_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cri {

/// Throws cli::BadInput where the scenario cannot be lived through, or the kubelet does not start.
[[nodiscard]] cli::ExitCode record(const cli::RecordRequest& request, cli::Context& context);

}  // namespace podreel::cri
