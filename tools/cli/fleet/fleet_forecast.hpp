// Forecast of `podreel upgrade` for the dumps of a fleet.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "engine/upgrade/forecast.hpp"
#include "scenarios/fleet/plan.hpp"
#include "tools/cli/arguments/pod_filter.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Effects of an upgrade on the containers of a dumped cluster. In contrast to the simulation, it takes mirror pods for
/// their static pods, and considers containers that kubelets before their nodes' have started.
struct ClusterForecast {
  release::Release to;
  upgrade::Totals totals;
  /// Containers of mirror pods whose static pods are replaced, by the reason.
  std::map<std::string, int> by_static_pod_cause{};
};

/// Returns the release of the kubelet that the plan starts in place of each node's; no value if the plan does more.
[[nodiscard]] std::optional<release::Release> swapped_kubelet(const fleet::Plan& plan);

/// Reads dumps once more, as `podreel upgrade` does.
class DumpForecasts {
 public:
  /// `files` of one cluster; the pods are those that `pods` selects.
  DumpForecasts(const std::vector<std::string>& files, const PodSelection& pods,
                const std::vector<release::Release>& targets, Context& context);

  /// Returns the forecast for one of the targets.
  [[nodiscard]] const ClusterForecast& to(release::Release target) const { return forecasts_.at(target); }

 private:
  std::map<release::Release, ClusterForecast> forecasts_;
};

/// Returns one sentence for each reason for which containers may restart or static pods are replaced.
[[nodiscard]] std::vector<std::string> forecast_lines(const ClusterForecast& forecast);
[[nodiscard]] nlohmann::ordered_json forecast_document(const ClusterForecast& forecast);

}  // namespace podreel::cli
