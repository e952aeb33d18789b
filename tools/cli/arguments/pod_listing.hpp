// The pods of an instant as a table.
#pragma once

#include <span>
#include <string>

#include "engine/api/pod.hpp"

namespace podreel::cli {

/// As `kubectl get pods` prints them, with a column NAMESPACE unless all are in "default".
[[nodiscard]] std::string pod_listing(std::span<const api::PodPtr> pods, sim::Time now, bool wide);

}  // namespace podreel::cli
