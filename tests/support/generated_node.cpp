#include "tests/support/generated_node.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "scenarios/format/settings/gate_check.hpp"

namespace podreel::testing {

namespace {

using fuzz::Bytes;
using nlohmann::json;
using release::FeatureGates;
using release::Release;

constexpr std::array gates_to_turn{
    "EventedPLEG",
    "EventedPLEG",
    "InPlacePodVerticalScaling",
    "InPlacePodVerticalScaling",
    "PLEGOnDemandRelist",
    "ReduceDefaultCrashLoopBackOffDecay",
    "KubeletCrashLoopBackOffMax",
    "PodReadyToStartContainersCondition",
    "ChangeContainerStatusOnKubeletRestart",
    "ExecProbeTimeout",
    "KubeletEnsureSecretPulledImages",
};

/// Kubelets whose syncs wait for no news start whatever they do again and again (kubernetes/kubernetes#121003): that is
/// told in scenarios/library/issues, and nothing else of them is worth to be told.
bool is_usable(const FeatureGates& gates, Release kubelet) {
  const release::Behaviour behaviour = release::behaviour_of(kubelet, gates);
  const bool waits_for_no_news =
      behaviour.has(release::evented_pleg) && behaviour.has(release::evented_pleg_takes_nanoseconds_for_seconds);
  return format::check_gates(gates, kubelet).problems.empty() && !waits_for_no_news;
}

/// One or two that are not as they are by default, where every kubelet of the node has them.
FeatureGates turned_gates(const GeneratedNode& node, Bytes& bytes) {
  FeatureGates gates;
  for (std::size_t count = bytes.below(3); count > 0; --count) {
    const char* name = gates_to_turn.at(bytes.below(gates_to_turn.size()));
    const release::GateStage* stage = release::stage_of(release::gate_named(name), node.kubelet);
    if (stage == nullptr) continue;
    FeatureGates more = gates;
    more[name] = !stage->on_by_default;
    if (is_usable(more, node.kubelet) && is_usable(more, node.other_kubelet.value_or(node.kubelet))) gates = more;
  }
  return gates;
}

void add_config(GeneratedNode& node, const FeatureGates& gates, Bytes& bytes) {
  if (bytes.below(4) == 1) node.config["runtimeRequestTimeout"] = "25s";
  if (bytes.below(6) == 1) node.config["syncFrequency"] = "10s";
  if (bytes.below(6) == 1) node.config["serializeImagePulls"] = false;
  const auto has_maximum = [&gates](Release kubelet) {
    return release::behaviour_of(kubelet, gates).has(release::crash_backoff_has_maximum);
  };
  if (bytes.flip() && has_maximum(node.kubelet) && has_maximum(node.other_kubelet.value_or(node.kubelet))) {
    node.config["crashLoopBackOff"] = {{"maxContainerRestartPeriod", "20s"}};
  }
}

}  // namespace

Release GeneratedNode::oldest() const {
  return std::min(kubelet, other_kubelet.value_or(kubelet));
}

Release GeneratedNode::newest() const {
  return std::max(kubelet, other_kubelet.value_or(kubelet));
}

json GeneratedNode::text() const {
  json settings{{"version", release::minor_string(kubelet)}};
  if (!feature_gates.empty()) settings["featureGates"] = feature_gates;
  if (!config.empty()) settings["config"] = config;
  json node{{"kubelet", std::move(settings)},
            {"apiServer", {{"version", release::minor_string(newest())}}},
            {"allocatable", {{"cpu", "4"}, {"memory", "8Gi"}, {"pods", "110"}}}};
  node.update(status);
  return node;
}

GeneratedNode generated_node(Bytes& bytes) {
  const std::vector<Release>& releases = release::simulated_releases();
  GeneratedNode node;
  node.kubelet = releases[bytes.below(releases.size())];
  if (bytes.below(3) == 1) node.other_kubelet = releases[bytes.below(releases.size())];
  const FeatureGates gates = turned_gates(node, bytes);
  for (const auto& [name, on] : gates) node.feature_gates[name] = on;
  add_config(node, gates, bytes);
  if (gates.contains("EventedPLEG") && bytes.below(4) == 1) node.container_events = {{"sent", false}};
  if (bytes.below(3) == 1) node.status["reportsStatus"] = true;
  if (bytes.below(4) == 1) node.status["lifecycle"] = json::object();
  return node;
}

json generated_fault(Bytes& bytes) {
  static constexpr std::array calls{
      "RunPodSandbox",   "StopPodSandbox", "RemovePodSandbox", "ListPodSandbox",  "PodSandboxStatus",
      "CreateContainer", "StartContainer", "StopContainer",    "RemoveContainer", "ListContainers",
      "ContainerStatus", "ExecSync",       "PullImage",        "ImageStatus",     "*"};
  static constexpr std::array durations{"30ms", "2s", "20s", "40s", "150s", "300s"};
  json fault{{"call", calls.at(bytes.below(calls.size()))}};
  const std::size_t kind = bytes.below(4);
  const std::size_t from = bytes.below(120);
  if (kind != 0) fault["takes"] = durations.at(bytes.below(durations.size()));
  if (kind == 0 || bytes.below(3) == 1) {
    fault["error"] = "busy";
    if (kind < 3) fault["failFirst"] = 1 + bytes.below(3);
  }
  if (kind != 0 || bytes.flip()) {
    fault["from"] = fmt::format("{}s", from);
    fault["until"] = fmt::format("{}s", from + 1 + bytes.below(40));
  }
  return fault;
}

}  // namespace podreel::testing
