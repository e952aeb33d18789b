// spec.node: the kubelet and the API server.
#include "scenarios/format/settings/node_settings.hpp"

#include <fmt/format.h>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

void note_patterns(const api::Tree& node, const Place& place, ApiServerSettings& settings) {
  for (std::size_t index = 0; index < settings.runs_in.size(); ++index) {
    place.member("runsIn").item(index).reference(node.find("runsIn")->items[index].mark, Reference::Kind::pod,
                                                 settings.runs_in[index]);
  }
}

Shape<ApiServerSettings> api_server_shape() {
  return Object<ApiServerSettings>{"apiServer", "The API server in front of the node."}
      .field("version", &ApiServerSettings::version, simulated_release(),
             "Its release; default: the kubelet's, with the field selectors of every release.")
      .field("runsIn", &ApiServerSettings::runs_in, list_of(text().example("web")),
             "Names of pods on this node, with * and ?. It responds only while a container of each pod runs.")
      .field("readyAfter", &ApiServerSettings::ready_after, duration(),
             "Time from the start of the last of these containers until it responds; default 0s.")
      .field("addsServiceAccountVolume", &ApiServerSettings::adds_service_account_volume, boolean(),
             "Whether it adds kube-api-access-… (before 1.21: default-token-…) to new pods, as admission does; default "
             "false.")
      .check(note_patterns)
      .shape();
}

Shape<kubelet::AppArmor> app_armor_shape() {
  using kubelet::AppArmor;
  return Object<AppArmor>{"appArmor", "The node's AppArmor."}
      .field("enabled", &AppArmor::is_enabled, boolean(),
             "Whether the kernel supports it; default true. Without it, pods that request a profile do not run.")
      .field("profiles", &AppArmor::profiles, list_of(text().example("k8s-deny-write")),
             "The loaded profiles, which kubelets check up to 1.23; default: every requested profile.")
      .shape();
}

void check_settled(const api::Tree& node, const Place& place, SettledSettings& settled) {
  settled.mark = node.find("pods")->mark;
  if (settled.age % std::chrono::seconds{1} == sim::Duration{}) return;
  place.member("for").mismatch(*node.find("for"), "whole seconds");
}

Shape<SettledSettings> settled_shape() {
  const auto pods = adapted<std::vector<NamedPod>>(
      several_pods(), [](SeveralPods&& read, std::vector<NamedPod>& pods) { pods = std::move(read.pods); });
  return Object<SettledSettings>{"settled", "Pods that the kubelet has run before the scenario."}
      .field("for", &SettledSettings::age, duration(std::chrono::seconds{1}),
             "Age of the pods in whole seconds; default 10m.")
      .required("pods", &SettledSettings::pods, pods,
                "The pods. Each has run alone on the node, without faults of runtime calls.")
      .check(check_settled)
      .shape();
}

Shape<NodeLifecycleSettings> lifecycle_shape() {
  using Settings = NodeLifecycleSettings;
  const auto optional_duration = adapted<std::optional<sim::Duration>>(
      duration(std::chrono::seconds{1}),
      [](sim::Duration&& read, std::optional<sim::Duration>& period) { period = read; });
  return Object<Settings>{"nodeLifecycle", "The node lifecycle controller, of the API server's release."}
      .field("nodeMonitorPeriod", &Settings::monitor_period, duration(std::chrono::seconds{1}),
             "Period of its checks; default 5s.")
      .field("nodeMonitorGracePeriod", &Settings::monitor_grace_period, optional_duration,
             "Time without a heartbeat after which the node is lost; default 50s (1.32), before 40s.")
      .field("podEvictionTimeout", &Settings::pod_eviction_timeout, duration(std::chrono::seconds{1}),
             "Before 1.13: time after which the pods of a lost node are deleted; default 5m.")
      .shape();
}

void warn_of_eviction_timeout(const api::Tree& node, const Place& place, const NodeSettings& settings) {
  const api::Tree* lifecycle = node.find("lifecycle");
  const api::Tree* timeout = lifecycle == nullptr ? nullptr : lifecycle->find("podEvictionTimeout");
  const release::Release version = api_server_release(settings);
  if (timeout == nullptr ||
      !release::behaviour_of(version, settings.kubelet.feature_gates).has(release::taint_based_evictions))
    return;
  place.member("lifecycle")
      .member("podEvictionTimeout")
      .warning(timeout->mark, fmt::format("without effect: in {} taints evict pods, whose tolerations set the time",
                                          release::minor_string(version)));
}

void warn_of_profiles(const api::Tree& node, const Place& place, const NodeSettings& settings) {
  const KubeletSettings& kubelet = settings.kubelet;
  if (!settings.app_armor.profiles) return;
  if (release::behaviour_of(kubelet.version, kubelet.feature_gates).has(release::app_armor_looks_for_profiles)) return;
  const api::Tree* profiles = node.find("appArmor")->find("profiles");
  place.member("appArmor")
      .member("profiles")
      .warning(profiles->mark, fmt::format("without effect: kubelets of {} leave the check of profiles to the runtime",
                                           release::minor_string(kubelet.version)));
}

}  // namespace

release::Release api_server_release(const NodeSettings& node) {
  return node.api_server.version.value_or(node.kubelet.version);
}

std::map<std::string, std::string> every_nodes_labels(const std::string& name) {
  return {{"kubernetes.io/arch", "amd64"}, {"kubernetes.io/hostname", name}, {"kubernetes.io/os", "linux"}};
}

Shape<std::vector<kubelet::Taint>> taints_shape() {
  using kubelet::Taint;
  const auto warn_of_others = [](const api::Tree& node, const Place& place, const Taint& taint) {
    if (taint.effect == "NoExecute") return;
    place.member("effect").warning(node.find("effect")->mark, "without effect: kubelets only check NoExecute");
  };
  return list_of(Object<Taint>{"taint", "A taint of the node (v1.Taint)."}
                     .required("key", &Taint::key, text().example("node.kubernetes.io/out-of-service"), "Its key.")
                     .field("value", &Taint::value, possibly_empty_text(), "Its value; default none.")
                     .required("effect", &Taint::effect,
                               one_of("the effect of a taint", {"NoExecute", "NoSchedule", "PreferNoSchedule"}),
                               "NoExecute: kubelets from 1.24 on reject pods that do not tolerate it.")
                     .check(warn_of_others)
                     .shape());
}

Shape<NodeSettings> node_shape() {
  return Object<NodeSettings>{"node", "The simulated node."}
      .field("name", &NodeSettings::name, text().example("node-1"), "Its name; default node-1.")
      .field("labels", &NodeSettings::labels, map_of<std::map<std::string, std::string>>(possibly_empty_text()),
             "Its labels, in addition to those that every node has; without them every nodeSelector matches.")
      .field("taints", &NodeSettings::taints, taints_shape(), "Its taints.")
      .field("allocatable", &NodeSettings::allocatable, resource_list(),
             "Resources for pods (cpu, memory, pods …); without it every pod fits.")
      .field("appArmor", &NodeSettings::app_armor, app_armor_shape(),
             "Its AppArmor; default: all requested profiles are available.")
      .field("kubelet", &NodeSettings::kubelet, kubelet_shape(), "The kubelet that runs when the scenario starts.")
      .field("settled", &NodeSettings::settled, settled_shape(),
             "Pods that the kubelet has run before the scenario; it was stopped just before the start.")
      .field("apiServer", &NodeSettings::api_server, api_server_shape(), "The API server in front of the node.")
      .field("reportsStatus", &NodeSettings::reports_status, boolean(),
             "Whether the timeline shows the node's conditions and their events; default false.")
      .field("lifecycle", &NodeSettings::lifecycle, lifecycle_shape(),
             "The controller that taints a lost node and evicts its pods. Default: none; "
             "with it, the timeline also shows the node's conditions.")
      .check(warn_of_profiles)
      .check(warn_of_eviction_timeout)
      .shape();
}

}  // namespace podreel::format
