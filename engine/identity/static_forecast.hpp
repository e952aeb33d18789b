// Whether an upgrade of the kubelet recreates a static pod, why, and what then happens to the old one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/identity/static_pod_uid.hpp"
#include "engine/identity/static_pod_validation.hpp"
#include "engine/types/type_changes.hpp"

namespace podreel::identity {

struct StaticForecast {
  StaticPodUid before;
  StaticPodUid after;
  /// Why the new kubelet would not take the manifest at all.
  std::vector<types::Refusal> refusals;
  /// "1.23 adds PodSpec.os …"; empty if the UID stays.
  std::string cause;
  std::vector<types::FieldChange> fields;
  [[nodiscard]] bool recreated() const { return before.uid != after.uid; }
};

[[nodiscard]] StaticForecast static_forecast(const nlohmann::json& manifest, release::Release from, release::Release to,
                                             const StaticPodSource& source);

}  // namespace podreel::identity
