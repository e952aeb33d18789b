// A simulated kubelet that runs in real time on a container runtime behind a socket.
#pragma once

#include "tools/cri/requests/kubelet_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cri {

/// Runs the kubelet until the scenario ends or a signal arrives. Throws cli::BadInput if no runtime answers, or if the
/// scenario needs features that are not available over CRI.
[[nodiscard]] cli::ExitCode run_kubelet(const cli::KubeletRequest& request, cli::Context& context);

}  // namespace podreel::cri
