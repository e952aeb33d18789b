// The QoS class of a pod by release.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::types {

/// Decodes a stored spec. Its class is the one that an API server or a kubelet of `behaviour` computes
/// (pkg/apis/core/v1/helper/qos, ComputePodQOS): releases differ about pod-level resources that are empty.
[[nodiscard]] api::PodSpec spec_with_qos(std::shared_ptr<const nlohmann::json> spec,
                                         const release::Behaviour& behaviour);

}  // namespace podreel::types
