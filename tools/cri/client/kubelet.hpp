// A simulated kubelet that lives by the wall clock and by a container runtime behind a socket.
#pragma once

#include "tools/cri/requests/kubelet_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cri {

/// Until the scenario ends, or a signal does. Throws cli::BadInput where nobody answers, or the scenario has what
/// cannot be had over CRI.
[[nodiscard]] cli::ExitCode run_kubelet(const cli::KubeletRequest& request, cli::Context& context);

}  // namespace podreel::cri
