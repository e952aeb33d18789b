#include "tools/cri/record/recording_limits.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "engine/api/cursor.hpp"
#include "engine/api/resource_amounts.hpp"
#include "engine/kubelet/oom_group.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/kubelet_command.hpp"
#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/format/oom_kills.hpp"
#include "tools/cri/record/enclosure.hpp"
#include "tools/cri/record/kubelet_commands.hpp"

namespace podreel::cri {

namespace {

struct Impossible {
  std::string_view action;
  std::string_view why;
};

constexpr std::array impossible{
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

/// Returns the name of a volume of the pod that a storage system must provide; empty if there is none. Simulations
/// assume that it can be mounted.
std::string provided_volume(const nlohmann::json& pod) {
  const api::Cursor volumes = api::Cursor{pod}["spec"]["volumes"];
  for (std::size_t index = 0; index < volumes.size(); ++index) {
    const api::Cursor volume = volumes.item(index);
    if (volume["persistentVolumeClaim"] || volume["ephemeral"] || volume["csi"])
      return std::string{volume["name"].text()};
  }
  return {};
}

/// Returns the most memory that a container of the scenario ever uses, in bytes.
std::int64_t max_memory_in_use(const runtime_fake::RuntimeScript& script) {
  std::int64_t most = script.memory_in_use;
  for (const runtime_fake::PodScript& pod : script.pods) {
    for (const runtime_fake::ContainerScript& container : pod.containers) {
      for (const runtime_fake::Run& run : container.runs) {
        most = std::max(most, run.memory_in_use.value_or(0));
        for (const runtime_fake::UsagePoint& point : run.memory_over_time) most = std::max(most, point.amount);
      }
    }
  }
  return most;
}

/// A real kubelet compares a new limit with the usage of the pod's real control group, in which no process runs.
bool depends_on_memory_in_use(const actions::Action& action, std::int64_t max_in_use) {
  return std::ranges::any_of(action.resizes(), [max_in_use](const auto& resized) {
    const std::int64_t limit = api::amount_in(resized.second.limits, "memory");
    return limit > 0 && limit < max_in_use;
  });
}

/// Returns whether the scenario's kubelets would have all processes of a container killed, but this machine's would
/// not.
bool needs_unified_control_groups(const format::Scenario& scenario) {
  const auto kills_all = [&kubelet = scenario.node.kubelet](release::Release release) {
    return kubelet::oom_kills_group(kubelet.config, release::behaviour_of(release, kubelet.feature_gates));
  };
  return scenario.runtime.cgroup_version == api::CgroupVersion::v2 && format::kills_child_process(scenario) &&
         std::ranges::any_of(minor_kubelets_of(scenario), kills_all);
}

bool reboots_node(const format::Scenario& scenario) {
  return std::ranges::any_of(scenario.timeline,
                             [](const format::Step& step) { return step.action->name() == "rebootNode"; });
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

RecordingMachine machine_for(const format::Scenario& scenario) {
  return {.control_groups = machine_control_groups(),
          .has_mount_namespaces = !reboots_node(scenario) || has_mount_namespaces()};
}

std::vector<std::string> recording_limits(const format::Scenario& scenario, const RecordingMachine& machine) {
  std::vector<std::string> limits;
  const format::KubeletSettings& kubelet = scenario.node.kubelet;
  if (kubelet.identity_policy != decide::PolicySettings{}) {
    limits.emplace_back("identityPolicy: a real kubelet has its own policy");
  }
  if (scenario.node.allocatable)
    limits.emplace_back("node.allocatable: a real kubelet reports this machine's resources");
  if (scenario.node.lifecycle) limits.emplace_back("node.lifecycle: no controller manages the node object");
  if (scenario.runtime.node_usage) limits.emplace_back("runtime.usage: a real kubelet measures this machine");
  if (!scenario.volumes.empty()) limits.emplace_back("volumes: a real kubelet mounts real volumes");
  if (machine.control_groups == api::CgroupVersion::v1 && needs_unified_control_groups(scenario)) {
    limits.emplace_back("runtime.cgroupVersion: found 2, this machine has 1; accepted: cgroupVersion 1");
  }
  for (const release::Release release : minor_kubelets_of(scenario)) {
    if (!release::reads_configuration.contains(release)) {
      limits.push_back(fmt::format("kubelet {}: this release has no configuration file", release::to_string(release)));
    }
  }
  if (reboots_node(scenario) && !machine.has_mount_namespaces) {
    limits.emplace_back("rebootNode: the kubelet needs a mount namespace of its own, which needs root");
  }
  const std::int64_t max_in_use = max_memory_in_use(scenario.runtime);
  std::set<std::string> warned;
  for (const format::Step& step : scenario.timeline) {
    const auto found = std::ranges::find(impossible, step.action->name(), &Impossible::action);
    const auto pod = step.action->creates(scenario.node.name);
    if (pod && !scenario.node.labels && asks_for_labels(pod->object)) {
      warned.insert(fmt::format("{}: selects node labels; accepted only with node.labels", pod->name));
    }
    if (const std::string volume = pod ? provided_volume(pod->object) : std::string{}; !volume.empty()) {
      warned.insert(fmt::format("{}: volume {}: no storage system provides it", pod->name, volume));
    }
    if (depends_on_memory_in_use(*step.action, max_in_use)) {
      warned.insert(fmt::format("{} of {}: depends on memory in use, which a real kubelet reads from real processes",
                                step.action->name(), step.action->pod));
    }
    if (step.action->kernel_kill() == actions::KernelKill::for_node) {
      warned.insert(fmt::format("{} of {}: scope node: a real kubelet reads the log of this machine's kernel",
                                step.action->name(), step.action->pod));
    }
    for (const std::string_view field : actions::simulated_settings(*step.action)) {
      warned.insert(fmt::format("startKubelet.{}: only a simulated kubelet obeys it", field));
    }
    if (found != impossible.end()) warned.insert(fmt::format("{}: {}", found->action, found->why));
  }
  limits.insert(limits.end(), warned.begin(), warned.end());
  return limits;
}

bool shares_pod_logs(release::Release release) {
  return !release::has_pod_logs_dir.contains(release) && !has_mount_namespaces();
}

std::vector<std::string> shared_log_limits(const format::Scenario& scenario) {
  std::vector<std::string> limits;
  for (const release::Release release : minor_kubelets_of(scenario)) {
    if (!shares_pod_logs(release)) continue;
    limits.push_back(
        fmt::format("kubelet {}: removes the logs of other recordings' pods from /var/log/pods; accepted with "
                    "--parallel 1, or where mount namespaces are possible",
                    release::to_string(release)));
  }
  return limits;
}

}  // namespace podreel::cri
