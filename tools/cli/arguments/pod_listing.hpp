// A table of the pods at one instant.
#pragma once

#include <span>
#include <string>

#include "engine/api/pod.hpp"

namespace podreel::cli {

/// Formats pods as `kubectl get pods` does, with a column NAMESPACE unless all are in "default".
[[nodiscard]] std::string pod_listing(std::span<const api::PodPtr> pods, sim::Time now, bool wide);

}  // namespace podreel::cli
