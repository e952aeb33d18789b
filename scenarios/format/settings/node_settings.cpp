// spec.node: the kubelet and the API server.
#include "scenarios/format/settings/node_settings.hpp"

#include <fmt/format.h>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::language {

namespace {

void note_patterns(const api::Tree& node, const Place& place, ApiServerSettings& settings) {
  for (std::size_t index = 0; index < settings.runs_in.size(); ++index) {
    place.member("runsIn").item(index).reference(node.find("runsIn")->items[index].mark, Reference::Kind::pod,
                                                 settings.runs_in[index]);
  }
}

Shape<ApiServerSettings> api_server_shape() {
  return Object<ApiServerSettings>{"apiServer", "The API server in front of the node."}
      .field("version", &ApiServerSettings::version, simulated_release(), "Its release; default: the kubelet's.")
      .field("runsIn", &ApiServerSettings::runs_in, list_of(text().example("web")),
             "Names of this node's pods, * and ? allowed: it answers only while a container runs in a pod of each.")
      .field("readyAfter", &ApiServerSettings::ready_after, duration(),
             "From the start of the last of these containers until it answers; default 0s.")
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
             "Whether the kernel has it; default true. Without it, pods that ask for a profile do not run.")
      .field("profiles", &AppArmor::profiles, list_of(text().example("k8s-deny-write")),
             "The profiles that are loaded, at which kubelets look up to 1.23; without them whichever is asked for.")
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
  return Object<SettledSettings>{"settled", "What the kubelet has run for a while and left there when it was stopped."}
      .field("for", &SettledSettings::age, duration(std::chrono::seconds{1}),
             "How long the pods have been there: whole seconds; default 10m.")
      .required("pods", &SettledSettings::pods, pods,
                "The pods. Each has lived alone on the node, by the book: without faults of runtime calls.")
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
             "Between two of its looks at the node; default 5s.")
      .field("nodeMonitorGracePeriod", &Settings::monitor_grace_period, optional_duration,
             "How long the node may be silent until it counts as lost; default 50s (1.32), before 40s.")
      .field("podEvictionTimeout", &Settings::pod_eviction_timeout, duration(std::chrono::seconds{1}),
             "Before 1.13: how long it is lost until its pods are deleted; default 5m.")
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
      .warning(timeout->mark, fmt::format("without effect: in {} taints evict pods, which tolerate them for so long",
                                          release::minor_string(version)));
}

void warn_of_profiles(const api::Tree& node, const Place& place, const NodeSettings& settings) {
  const KubeletSettings& kubelet = settings.kubelet;
  if (!settings.app_armor.profiles) return;
  if (release::behaviour_of(kubelet.version, kubelet.feature_gates).has(release::app_armor_looks_for_profiles)) return;
  const api::Tree* profiles = node.find("appArmor")->find("profiles");
  place.member("appArmor")
      .member("profiles")
      .warning(profiles->mark, fmt::format("without effect: kubelets of {} leave profiles to the runtime",
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
    place.member("effect").warning(node.find("effect")->mark, "without effect: kubelets look at NoExecute only");
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
             "Its labels, beside those that every node has; without them every nodeSelector fits.")
      .field("taints", &NodeSettings::taints, taints_shape(), "Its taints.")
      .field("allocatable", &NodeSettings::allocatable, resource_list(),
             "What it has for pods (cpu, memory, pods …); without it everything fits.")
      .field("appArmor", &NodeSettings::app_armor, app_armor_shape(),
             "Its AppArmor; without it, all that pods ask for.")
      .field("kubelet", &NodeSettings::kubelet, kubelet_shape(), "The kubelet that runs when the scenario starts.")
      .field("settled", &NodeSettings::settled, settled_shape(),
             "Pods that the kubelet has run before the scenario, at whose start it has just been stopped.")
      .field("apiServer", &NodeSettings::api_server, api_server_shape(), "The API server in front of the node.")
      .field("reportsStatus", &NodeSettings::reports_status, boolean(),
             "Whether the timeline tells of the node's conditions and their events; default false.")
      .field(
          "lifecycle", &NodeSettings::lifecycle, lifecycle_shape(),
          "Who looks after the node when nothing is heard of it: taints it, and evicts its pods. Without it, nobody; "
          "with it, the timeline tells of the node's conditions, too.")
      .check(warn_of_profiles)
      .check(warn_of_eviction_timeout)
      .shape();
}

}  // namespace podreel::language
