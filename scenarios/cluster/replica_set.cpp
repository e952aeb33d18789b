#include "scenarios/cluster/replica_set.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <tuple>

#include "engine/api/json_member.hpp"
#include "engine/api/label_selector.hpp"
#include "scenarios/cluster/pod_template.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr std::string_view replica_set_controller = "replicaset-controller";

// Maximum number of pods created or deleted at once (replica_set.go, BurstReplicas).
constexpr std::int64_t burst = 500;

/// Order of deletion (pkg/controller/controller_utils.go, ActivePodsWithRanks): pods without a node, pods whose phase
/// is not Running, unready pods, pods that were ready for a shorter time, pods with more restarts, younger pods.
auto rank_of(const StoredObject& pod) {
  const api::PodCondition* ready = api::find_condition(pod.pod->status, "Ready");
  const sim::Time since = ready == nullptr ? sim::Time{} : ready->last_transition_time;
  std::int64_t restarts = 0;
  for (const api::ContainerStatus& status : pod.pod->status.container_statuses) {
    restarts = std::max<std::int64_t>(restarts, status.restart_count);
  }
  return std::tuple{!pod.pod->spec->node_name.empty(),
                    pod.pod->status.phase == api::PodPhase::running,
                    is_ready(pod),
                    -since.time_since_epoch().count(),
                    -restarts,
                    -pod.pod->metadata.creation_timestamp.time_since_epoch().count()};
}

}  // namespace

ReplicaSetController::ReplicaSetController(ClusterApi& api)
    : api_{api}, queue_{api, replica_set_controller, [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void ReplicaSetController::on_object_change(const ObjectChange& change) {
  if (change.id.resource == replica_sets && change.type != "DELETED") {
    if (change.type == "ADDED") adopting_.insert(change.id.key);
    return queue_.want(change.id.key);
  }
  if (change.id.resource != "pods") return;
  if (controller_of(*change.object.json) != nullptr) {
    return queue_.schedule_controller_of(*change.object.json, replica_sets);
  }
  if (change.type == "DELETED") return;
  for (const auto& [key, set] : api_.objects().all(replica_sets)) {
    const bool is_same_space = (*set.json)["metadata"]["namespace"] == (*change.object.json)["metadata"]["namespace"];
    if (is_same_space && selects((*set.json)["spec"]["selector"], *change.object.json)) {
      adopting_.insert(key);
      queue_.want(key);
    }
  }
}

void ReplicaSetController::sync(const std::string& key) {
  const auto set = api_.find({replica_sets, key});
  if (!set) return;
  const bool is_deleted = (*set)["metadata"].contains("deletionTimestamp");
  if (!is_deleted && adopting_.erase(key) > 0) adopt(*set);
  std::vector<const StoredObject*> active = pods_of(api_.objects(), *set);
  std::erase_if(active, [](const StoredObject* pod) { return !is_active(*pod); });
  const std::int64_t lacking = count_in(*set, "spec", "replicas", 1) - static_cast<std::int64_t>(active.size());
  if (!is_deleted && lacking > 0) create(*set, std::min(lacking, burst));
  if (!is_deleted && lacking < 0) remove(*set, std::move(active), std::min(-lacking, burst));
  if (std::abs(lacking) > burst && api_.objects().all("pods").size() < ClusterApi::max_pods) queue_.want(key);
  report_status(key, *set);
}

void ReplicaSetController::adopt(const json& set) {
  std::vector<std::string> orphans;
  for (const auto& [key, pod] : api_.objects().all("pods")) {
    const bool fits = pod.json->at("metadata")["namespace"] == set["metadata"]["namespace"] && is_active(pod) &&
                      controller_of(*pod.json) == nullptr && selects(set["spec"]["selector"], *pod.json);
    if (fits) orphans.push_back(key);
  }
  for (const std::string& key : orphans) {
    json metadata = api_.find({"pods", key})->at("metadata");
    metadata["ownerReferences"].push_back(controller_reference(set));
    api_.update_pod_metadata(key, metadata);
  }
}

void ReplicaSetController::create(const json& set, std::int64_t count) {
  const std::string name = set["metadata"]["name"];
  for (std::int64_t made = 0; made < count; ++made) {
    if (!create_pod_of(api_, set, pod_from(set["spec"]["template"], set), name, replica_set_controller)) return;
  }
}

void ReplicaSetController::remove(const json& set, std::vector<const StoredObject*> pods, std::int64_t count) {
  std::ranges::stable_sort(
      pods, [](const StoredObject* left, const StoredObject* right) { return rank_of(*left) < rank_of(*right); });
  std::vector<std::string> names;
  for (std::int64_t at = 0; at < count; ++at) {
    names.emplace_back(pods[static_cast<std::size_t>(at)]->pod->metadata.name.view());
  }
  for (const std::string& name : names) {
    api_.delete_pod(fmt::format("{}/{}", set["metadata"]["namespace"].get<std::string>(), name));
    api_.record_event(set, replica_set_controller, "Normal", "SuccessfulDelete", "Deleted pod: " + name);
  }
}

void ReplicaSetController::report_status(const std::string& key, const json& set) {
  const sim::Duration min_ready = seconds_in(set, "spec", "minReadySeconds");
  const json labels = set["spec"]["template"].value("metadata", json::object()).value("labels", json::object());
  const api::LabelSelector of_template = api::selector_from_json({{"matchLabels", labels}});
  std::int64_t replicas = 0;
  std::int64_t labeled = 0;
  std::int64_t ready = 0;
  std::int64_t available = 0;
  for (const StoredObject* pod : pods_of(api_.objects(), set)) {
    if (!is_active(*pod)) continue;
    ++replicas;
    if (of_template.matches(pod->pod->metadata.labels)) ++labeled;
    if (!is_ready(*pod)) continue;
    ++ready;
    if (is_available(*pod, min_ready, api_.now())) {
      ++available;
    } else {
      queue_.schedule_after(key, min_ready);
    }
  }
  json status{{"replicas", replicas}, {"observedGeneration", set["metadata"].value("generation", 1)}};
  if (labeled > 0) status["fullyLabeledReplicas"] = labeled;
  if (ready > 0) status["readyReplicas"] = ready;
  if (available > 0) status["availableReplicas"] = available;
  api_.update_status({replica_sets, key}, std::move(status));
}

}  // namespace podreel::cluster
