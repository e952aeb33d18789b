// Effects of an upgrade of the kubelet on the pods of its manifest folder.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/identity/static_forecast.hpp"
#include "engine/upgrade/path.hpp"

namespace podreel::upgrade {

enum class StaticEffect : std::uint8_t {
  stays,
  /// Another UID: a new pod is started, the old one is killed as an orphan.
  recreated,
  /// The UID stays, but the hash of a container differs.
  containers_restart,
  /// The kubelet taking over does not accept the manifest: the old pod is killed, no new one is started.
  refused,
  /// No kubelet accepts the manifest.
  never_ran,
};

/// "stays", "recreated", "containers restart", "refused", "refused before and after".
[[nodiscard]] std::string_view to_string(StaticEffect effect) noexcept;

/// Effect of one step on one static pod.
struct StaticPodForecast {
  std::string namespace_name;
  /// With the node's name: "etcd-cp-1".
  std::string pod;
  StaticEffect effect = StaticEffect::stays;
  identity::StaticForecast forecast;
  /// Why, in words: types, fields and releases; or what is refused. Empty if it stays.
  std::string cause;
  /// The pod has the node's network, and so the ports of the one it replaces.
  bool uses_host_network = false;
  bool has_pre_stop_hook = false;
  /// spec.terminationGracePeriodSeconds.
  int grace_seconds = 30;
  std::string file;
  api::Mark mark;
};

/// It does not stay as it is.
[[nodiscard]] bool is_touched(const StaticPodForecast& pod_forecast) noexcept;

/// `manifest` is a v1.Pod as in the file, found at `source`. `file` and `mark` are left empty.
[[nodiscard]] StaticPodForecast forecast_static_pod(const nlohmann::json& manifest,
                                                    const identity::StaticPodSource& source, const UpgradeStep& step);

/// Describes in sentences what the new kubelet does with the old pods; `pod_forecasts` of one step. None if it leaves
/// all of them alone.
[[nodiscard]] std::vector<std::string> describe_takeover(const std::vector<StaticPodForecast>& pod_forecasts,
                                                         const UpgradeStep& step);

}  // namespace podreel::upgrade
