#include "scenarios/cluster/daemon_set.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "engine/kubelet/admission/node_affinity.hpp"
#include "scenarios/cluster/node_labels.hpp"
#include "scenarios/cluster/pod_template.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* daemon_sets = "daemonsets";
constexpr std::string_view daemon_set_controller = "daemonset-controller";

/// pkg/controller/daemon/util, AddOrUpdateDaemonPodTolerations.
json with_tolerations(json spec) {
  json& tolerations = spec["tolerations"];
  if (tolerations.is_null()) tolerations = json::array();
  for (const auto& [key, effect] : {std::pair{"node.kubernetes.io/not-ready", "NoExecute"},
                                    std::pair{"node.kubernetes.io/unreachable", "NoExecute"},
                                    std::pair{"node.kubernetes.io/disk-pressure", "NoSchedule"},
                                    std::pair{"node.kubernetes.io/memory-pressure", "NoSchedule"},
                                    std::pair{"node.kubernetes.io/pid-pressure", "NoSchedule"},
                                    std::pair{"node.kubernetes.io/unschedulable", "NoSchedule"}}) {
    tolerations.push_back({{"key", key}, {"operator", "Exists"}, {"effect", effect}});
  }
  return spec;
}

/// Adds an affinity to this node alone (ReplaceDaemonSetPodNodeNameNodeAffinity).
json bound_by_affinity(json spec, const std::string& node) {
  const json term{
      {"matchFields", json::array({{{"key", "metadata.name"}, {"operator", "In"}, {"values", json::array({node})}}})}};
  json& required = spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
  if (required.contains("nodeSelectorTerms")) {
    for (json& each : required["nodeSelectorTerms"]) each["matchFields"] = term["matchFields"];
  } else {
    required["nodeSelectorTerms"] = json::array({term});
  }
  return spec;
}

std::int64_t surge_of(const json& set) {
  const json strategy = set["spec"].value("updateStrategy", json::object());
  return scaled(strategy.value("rollingUpdate", json::object()).value("maxSurge", json(0)), 1, true);
}

}  // namespace

DaemonSetController::DaemonSetController(ClusterApi& api, const ClusterNode& node)
    : api_{api}, node_{node}, queue_{api, daemon_set_controller, [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void DaemonSetController::on_object_change(const ObjectChange& change) {
  if (change.id.resource == daemon_sets && change.type != "DELETED") return queue_.want(change.id.key);
  if (change.id.resource == "nodes") {
    for (const auto& [key, set] : api_.objects().all(daemon_sets)) queue_.want(key);
  }
  if (change.id.resource != "pods") return;
  queue_.schedule_controller_of(*change.object.json, daemon_sets);
}

void DaemonSetController::sync(const std::string& key) {
  const auto set = api_.find({daemon_sets, key});
  if (!set) return;
  const Revision revision = present_revision(api_, *set);
  if (!(*set)["metadata"].contains("deletionTimestamp")) manage(*set, *revision);
  report_status(key, *set, *revision);
  clean_up_revisions(api_, *set, {hash_of(*revision)});
}

DaemonSetController::Wanted DaemonSetController::wanted(const json& set) const {
  const json spec = with_tolerations(set["spec"]["template"]["spec"]);
  const api::PodSpec asked = api::pod_spec_from_json(std::make_shared<const json>(spec));
  const kubelet::NodeDescription& node = node_.description();
  if (!kubelet::node_is_wanted(asked, labels_of_node(node), node.name)) return {};
  return {.runs = kubelet::tolerates_scheduling(asked, node.taints),
          .stays = kubelet::tolerates_execution(asked, node.taints)};
}

void DaemonSetController::manage(const json& set, const json& revision) {
  std::vector<const StoredObject*> old;
  std::vector<const StoredObject*> present;
  bool has_leaving = false;
  for (const StoredObject* pod : pods_of(api_.objects(), set)) {
    if (pod->pod->metadata.deletion_timestamp) {
      has_leaving = true;
    } else if (is_terminal(pod->pod->status.phase)) {
      api_.record_event(set, daemon_set_controller, "Warning", "FailedDaemonPod",
                        fmt::format("Found failed daemon pod {} on node {}, will try to kill it",
                                    api::full_name(*pod->pod), api_.node()));
      remove(set, *pod);
      has_leaving = true;
    } else {
      (revision_hash(*pod) == hash_of(revision) ? present : old).push_back(pod);
    }
  }
  const Wanted wants = wanted(set);
  if (!wants.stays) {
    for (const auto* list : {&old, &present}) {
      for (const StoredObject* pod : *list) remove(set, *pod);
    }
    return;
  }
  const bool surges = rolls(set) && surge_of(set) > 0;
  const sim::Duration min_ready = seconds_in(set, "spec", "minReadySeconds");
  if (present.empty() && (old.empty() || surges) && !has_leaving && wants.runs) return create(set, revision);
  const bool is_replaced = !present.empty() && is_available(*present.front(), min_ready, api_.now());
  const bool may_replace = rolls(set) && (surges ? is_replaced : present.empty());
  if (!may_replace) return;
  for (const StoredObject* pod : old) remove(set, *pod);
}

void DaemonSetController::create(const json& set, const json& revision) {
  json pod = pod_from(template_of(revision), set);
  pod["spec"] = bound_by_affinity(with_tolerations(std::move(pod["spec"])), api_.node());
  pod["metadata"]["labels"][revision_hash_label] = hash_of(revision);
  pod["metadata"]["labels"]["pod-template-generation"] = std::to_string(revision.value("revision", 1));
  create_pod_of(api_, set, std::move(pod), set["metadata"]["name"], daemon_set_controller);
}

void DaemonSetController::remove(const json& set, const StoredObject& pod) {
  const std::string name{pod.pod->metadata.name.view()};
  api_.delete_pod(api::full_name(*pod.pod));
  api_.record_event(set, daemon_set_controller, "Normal", "SuccessfulDelete", "Deleted pod: " + name);
}

void DaemonSetController::report_status(const std::string& key, const json& set, const json& revision) {
  const sim::Duration min_ready = seconds_in(set, "spec", "minReadySeconds");
  const Wanted wants = wanted(set);
  std::int64_t current = 0;
  std::int64_t updated = 0;
  std::int64_t ready = 0;
  std::int64_t available = 0;
  for (const StoredObject* pod : pods_of(api_.objects(), set)) {
    if (pod->pod->metadata.deletion_timestamp) continue;
    current = 1;
    if (revision_hash(*pod) == hash_of(revision)) updated = 1;
    if (!is_ready(*pod)) continue;
    ready = 1;
    if (is_available(*pod, min_ready, api_.now())) {
      available = 1;
    } else {
      queue_.schedule_after(key, min_ready);
    }
  }
  const std::int64_t desired = wants.runs ? 1 : 0;
  json status{{"observedGeneration", set["metadata"].value("generation", 1)},
              {"desiredNumberScheduled", desired},
              {"currentNumberScheduled", std::min(current, desired)},
              {"numberMisscheduled", desired == 0 ? current : 0},
              {"numberReady", ready}};
  if (updated > 0) status["updatedNumberScheduled"] = updated;
  if (available > 0) status["numberAvailable"] = available;
  if (desired > available) status["numberUnavailable"] = desired - available;
  api_.update_status({daemon_sets, key}, std::move(status));
}

}  // namespace podreel::cluster
