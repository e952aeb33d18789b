// Rates of a kubelet's requests to the API server.
#pragma once

#include "engine/kubelet/kubelet_configuration.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sync/token_bucket.hpp"

namespace podreel::kubelet {

/// Rate of all requests but events, node status and lease (kubeAPIQPS, kubeAPIBurst).
[[nodiscard]] sync::Rate api_rate(const KubeletConfiguration& config, const release::Behaviour& behaviour);

/// Rate of events (eventRecordQPS, eventBurst).
[[nodiscard]] sync::Rate event_rate(const KubeletConfiguration& config, const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
