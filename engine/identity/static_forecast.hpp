// Whether an upgrade of the kubelet recreates a static pod, why, and what then happens to the old one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/identity/static_pod_uid.hpp"
#include "engine/identity/static_pod_validation.hpp"
#include "engine/identity/type_changes.hpp"

namespace podreel::identity {

/// How a kubelet gets rid of the pod that its predecessor made under another UID.
struct OrphanTreatment {
  /// CRI StopContainer's timeout; negative: the pod's own grace period.
  int stop_timeout_seconds = 0;
  bool runs_pre_stop_hook = false;
  /// The component that kills it.
  std::string_view killer;
  /// What the kubelet logs; empty where it logs nothing of its own.
  std::string_view log;
};

[[nodiscard]] OrphanTreatment orphan_treatment(release::Release release);

struct StaticForecast {
  StaticPodUid before;
  StaticPodUid after;
  /// Why the new kubelet would not take the manifest at all.
  std::vector<StaticPodRefusal> refusals;
  /// "1.23 adds PodSpec.os …"; empty if the UID stays.
  std::string cause;
  std::vector<FieldChange> fields;
  [[nodiscard]] bool recreated() const { return before.uid != after.uid; }
};

[[nodiscard]] StaticForecast static_forecast(const nlohmann::json& manifest, release::Release from, release::Release to,
                                             const StaticPodSource& source);

}  // namespace podreel::identity
