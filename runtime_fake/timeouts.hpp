// How long a kubelet waits for the runtime.
#pragma once

#include "engine/sim/time.hpp"

namespace podreel::runtime_fake {

/// The kubelet's `runtimeRequestTimeout` by default. RunPodSandbox gets twice as much, StopContainer and ExecSync this
/// on top of their own timeout, PullImage has none (pkg/kubelet/cri/remote).
inline constexpr sim::Duration default_request_timeout = std::chrono::minutes{2};

}  // namespace podreel::runtime_fake
