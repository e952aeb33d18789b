// The ports of the node that pods ask for (the scheduler's plugin NodePorts).
#pragma once

#include <vector>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

[[nodiscard]] bool has_host_ports(const api::PodSpec& spec, const release::Behaviour& behaviour);

/// No host port of the pod is taken by one of the others: the same protocol and number at the same address, or one of
/// the two at every address.
[[nodiscard]] bool host_ports_are_free(const api::PodSpec& spec, const std::vector<api::PodPtr>& others,
                                       const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
