// Names in cases that the case itself does not define.
#pragma once

#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/pod.hpp"
#include "scenarios/batch/decide_cases.hpp"
#include "scenarios/batch/status_cases.hpp"
#include "scenarios/batch/sync_cases.hpp"
#include "scenarios/jsonl/json_field.hpp"

namespace podreel::batch {

/// Returns the name of a container of `spec`. Throws FormatError if the spec has no container with the name.
[[nodiscard]] std::string container_name_from(const jsonl::JsonField& field, const api::PodSpec& spec);

/// Returns containers of the status that are not in the pod's spec, and probe results of containers that are not in the
/// status. A kubelet meets both after a change, but they may also be mistyped. The problems have no position.
[[nodiscard]] std::vector<api::Problem> unknown_names(const DecideCase& situation);
[[nodiscard]] std::vector<api::Problem> unknown_names(const SyncCase& sync_case);
[[nodiscard]] std::vector<api::Problem> unknown_names(const StatusCase& situation);

}  // namespace podreel::batch
