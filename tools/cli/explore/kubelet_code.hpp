// Where the kubelet's source does what a timeline shows.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/record.hpp"

namespace podreel::cli {

/// Returns the places in Kubernetes' source that do what the records show, as "FILE, FUNCTION" below pkg/kubelet, each
/// once, in the order of the records. Names are those of 1.36.
[[nodiscard]] std::vector<std::string> kubelet_code_of(const std::vector<trace::Record>& records);

}  // namespace podreel::cli
