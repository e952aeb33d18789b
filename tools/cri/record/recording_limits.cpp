#include "tools/cri/record/recording_limits.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "engine/api/cursor.hpp"
#include "engine/release/kubelet_command.hpp"
#include "tools/cri/record/kubelet_commands.hpp"

namespace podreel::cri {

namespace {

struct Impossible {
  std::string_view action;
  std::string_view why;
};

constexpr std::array impossible{
    Impossible{"rebootNode", "podreel does not reboot this machine"},
    Impossible{"shutdownNode", "podreel does not shut down this machine"},
    Impossible{"deleteKubeletFile", "podreel does not change the files of a real kubelet"},
    Impossible{"listKubeletPods", "the recorded kubelet serves no API"},
    Impossible{"fillDisk", "podreel does not fill this machine's disk"},
};

/// Returns whether a pod selects node labels; in simulations without labels, every selector matches.
bool asks_for_labels(const nlohmann::json& pod) {
  const api::Cursor spec = api::Cursor{pod}["spec"];
  return static_cast<bool>(spec["nodeSelector"]) || static_cast<bool>(spec["affinity"]["nodeAffinity"]);
}

/// Returns the longest period of the probes in a pod, in seconds; 0 if it has none.
std::int64_t max_period(const nlohmann::json& value) {
  constexpr std::int64_t usual = 10;
  std::int64_t longest = 0;
  if (!value.is_structured()) return longest;
  for (const auto& [name, member] : value.items()) {
    const bool is_probe = name == "livenessProbe" || name == "readinessProbe" || name == "startupProbe";
    longest =
        std::max(longest, is_probe && member.is_object() ? member.value("periodSeconds", usual) : max_period(member));
  }
  return longest;
}

}  // namespace

sim::Duration up_before(const format::Scenario& scenario) {
  constexpr std::int64_t max_pause_of_loop = 5;
  std::int64_t seconds = max_pause_of_loop;
  for (const format::Step& step : scenario.timeline) {
    if (const auto pod = step.action->creates(scenario.node.name)) {
      seconds = std::max(seconds, max_period(pod->object));
    }
  }
  return std::chrono::seconds{seconds};
}

std::vector<std::string> recording_limits(const format::Scenario& scenario) {
  std::vector<std::string> limits;
  const format::KubeletSettings& kubelet = scenario.node.kubelet;
  if (kubelet.identity_policy != decide::PolicySettings{}) {
    limits.emplace_back("identityPolicy: a real kubelet has its own policy");
  }
  if (scenario.node.allocatable)
    limits.emplace_back("node.allocatable: a real kubelet reports this machine's resources");
  if (scenario.node.lifecycle) limits.emplace_back("node.lifecycle: no controller manages the node object");
  if (!scenario.volumes.empty()) limits.emplace_back("volumes: a real kubelet mounts real volumes");
  for (const release::Release release : kubelets_of(scenario)) {
    if (!release::reads_configuration.contains(release)) {
      limits.push_back(fmt::format("kubelet {}: this release has no configuration file", release::to_string(release)));
    }
  }
  std::set<std::string> warned;
  for (const format::Step& step : scenario.timeline) {
    const auto found = std::ranges::find(impossible, step.action->name(), &Impossible::action);
    const auto pod = step.action->creates(scenario.node.name);
    if (pod && !scenario.node.labels && asks_for_labels(pod->object)) {
      warned.insert(fmt::format("{}: selects node labels; accepted only with node.labels", pod->name));
    }
    if (found != impossible.end()) warned.insert(fmt::format("{}: {}", found->action, found->why));
  }
  limits.insert(limits.end(), warned.begin(), warned.end());
  return limits;
}

std::vector<std::string> company_limits(const format::Scenario& scenario) {
  std::vector<std::string> limits;
  for (const release::Release release : kubelets_of(scenario)) {
    if (release::has_pod_logs_dir.contains(release)) continue;
    limits.push_back(fmt::format(
        "kubelet {}: removes the logs of other recordings' pods from /var/log/pods; accepted only with --parallel 1",
        release::to_string(release)));
  }
  return limits;
}

}  // namespace podreel::cri
