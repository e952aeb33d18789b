// Fields that several kinds of batch lines share.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/decide/pod_actions.hpp"
#include "scenarios/jsonl/json_field.hpp"

namespace podreel::batch {

/// Returns an object that matches the v1 type with this name ("Pod"); throws FormatError.
[[nodiscard]] const nlohmann::json& object_from(const jsonl::JsonField& field, const std::string& type);

/// Returns a v1.Pod as the API prints it; throws FormatError.
[[nodiscard]] api::Pod pod_from(const jsonl::JsonField& field);

/// Throws FormatError for fields that are unknown to all verbs. Fields of other verbs are accepted, because verbs share
/// files.
void check_case_fields(const jsonl::JsonField& line);

/// Returns the line's `id`, a number or a string; without one, the pod's "namespace/name".
[[nodiscard]] nlohmann::json id_from(const jsonl::JsonField& line, const api::Pod& pod);

/// Returns a map from container ids to "success", "failure" or "unknown"; empty if absent.
[[nodiscard]] decide::ProbeResults probe_results_from(const std::optional<jsonl::JsonField>& field);

}  // namespace podreel::batch
