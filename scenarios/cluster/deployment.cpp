#include "scenarios/cluster/deployment.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <tuple>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/deployment_status.hpp"
#include "scenarios/cluster/pod_template.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* deployments = "deployments";
constexpr std::string_view deployment_controller = "deployment-controller";
constexpr const char* revision_annotation = "deployment.kubernetes.io/revision";
constexpr const char* desired_annotation = "deployment.kubernetes.io/desired-replicas";
constexpr const char* max_replicas_annotation = "deployment.kubernetes.io/max-replicas";

std::int64_t annotated(const json& object, const char* name, std::int64_t otherwise) {
  const json* annotations = api::find_member(object.at("metadata"), "annotations");
  const std::string_view text = api::string_of(api::find_member(annotations, name));
  std::int64_t number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

json without_hash(json pod_template) {
  if (!pod_template.contains("metadata") || !pod_template["metadata"].contains("labels")) return pod_template;
  json& labels = pod_template["metadata"]["labels"];
  labels.erase(template_hash_label);
  if (labels.empty()) pod_template["metadata"].erase("labels");
  return pod_template;
}

bool is_paused(const json& deployment) {
  return deployment["spec"].value("paused", false);
}

bool recreates(const json& deployment) {
  return deployment["spec"]["strategy"].value("type", "") == "Recreate";
}

std::int64_t replicas_of(const json& object) {
  return count_in(object, "spec", "replicas", 1);
}

SetSize size_of(const json& set, std::int64_t maximum) {
  return {replicas_of(set), count_in(set, "status", "availableReplicas"),
          annotated(set, max_replicas_annotation, maximum)};
}

std::vector<SetSize> sizes_of(const std::vector<std::shared_ptr<const json>>& sets) {
  std::vector<SetSize> sizes;
  for (const auto& set : sets) sizes.push_back(size_of(*set, 0));
  return sizes;
}

std::int64_t sum_of_replicas(const std::vector<std::shared_ptr<const json>>& sets) {
  std::int64_t sum = 0;
  for (const auto& set : sets) sum += replicas_of(*set);
  return sum;
}

/// Returns the annotations that a ReplicaSet inherits from its Deployment (SetNewReplicaSetAnnotations).
json inherited_annotations(const json& deployment) {
  json annotations = deployment["metadata"].value("annotations", json::object());
  for (const char* own : {"kubectl.kubernetes.io/last-applied-configuration", revision_annotation, desired_annotation,
                          max_replicas_annotation, "deployment.kubernetes.io/revision-history"}) {
    annotations.erase(own);
  }
  return annotations;
}

void set_room(json& annotations, const RollingRoom& room) {
  annotations[desired_annotation] = std::to_string(room.replicas);
  annotations[max_replicas_annotation] = std::to_string(room.replicas + room.max_surge);
}

}  // namespace

std::vector<DeploymentController::Object> DeploymentController::Seen::old() const {
  std::vector<Object> old;
  for (const Object& set : sets) {
    if (set != newest) old.push_back(set);
  }
  return old;
}

DeploymentController::DeploymentController(ClusterApi& api)
    : api_{api}, queue_{api, deployment_controller, [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void DeploymentController::on_object_change(const ObjectChange& change) {
  if (change.id.resource == deployments && change.type != "DELETED") return queue_.want(change.id.key);
  if (change.id.resource == replica_sets) queue_.schedule_controller_of(*change.object.json, deployments);
  if (change.id.resource != "pods" || change.type != "DELETED") return;
  // Recreate waits for the last pod of the old sets.
  const ObjectId* set = controller_id(api_.objects(), *change.object.json);
  if (set == nullptr || set->resource != replica_sets) return;
  queue_.schedule_controller_of(*api_.objects().find(set->resource, set->key)->json, deployments);
}

void DeploymentController::sync(const std::string& key) {
  const auto deployment = api_.find({deployments, key});
  if (!deployment) return;
  if ((*deployment)["metadata"].contains("deletionTimestamp")) return report_status(key);
  adopt(*deployment);
  Seen seen = look(key);
  const bool was_scaled = std::ranges::any_of(seen.sets, [&](const Object& set) {
    return replicas_of(*set) > 0 &&
           annotated(*set, desired_annotation, replicas_of(*deployment)) != replicas_of(*deployment);
  });
  if (is_paused(*deployment) || was_scaled) {
    scale_proportionally(seen);
  } else if (recreates(*deployment)) {
    recreate(seen);
  } else {
    roll(seen);
  }
  if (is_complete(*api_.find({deployments, key}))) clean_up(look(key));
  report_status(key);
}

void DeploymentController::adopt(const json& deployment) {
  for (const auto& [key, set] : ObjectStore::Objects{api_.objects().all(replica_sets)}) {
    const json& metadata = set.json->at("metadata");
    const bool fits = metadata["namespace"] == deployment["metadata"]["namespace"] &&
                      controller_of(*set.json) == nullptr && !metadata.contains("deletionTimestamp") &&
                      selects(deployment["spec"]["selector"], *set.json);
    if (!fits) continue;
    json adopted = *set.json;
    adopted["metadata"]["ownerReferences"].push_back(controller_reference(deployment));
    api_.update({replica_sets, key}, std::move(adopted));
  }
}

DeploymentController::Seen DeploymentController::look(const std::string& key) const {
  Seen seen{.key = key, .deployment = api_.find({deployments, key}), .sets = {}, .newest = nullptr};
  const std::string uid = (*seen.deployment)["metadata"]["uid"];
  for (const ObjectId& id : api_.objects().owned_by(uid)) {
    if (id.resource == replica_sets) seen.sets.push_back(api_.find(id));
  }
  const auto age = [](const Object& set) {
    return std::tuple{(*set)["metadata"]["creationTimestamp"].get<std::string>(),
                      annotated(*set, revision_annotation, 0)};
  };
  std::ranges::sort(seen.sets, {}, age);
  const json wanted = without_hash((*seen.deployment)["spec"]["template"]);
  const auto newest = std::ranges::find_if(
      seen.sets, [&wanted](const Object& set) { return without_hash((*set)["spec"]["template"]) == wanted; });
  if (newest != seen.sets.end()) seen.newest = *newest;
  return seen;
}

void DeploymentController::roll(Seen& seen) {
  make_newest(seen);
  const RollingRoom room = rolling_room(*seen.deployment);
  const std::int64_t present = replicas_of(*seen.newest);
  const std::int64_t wanted = new_set_replicas(room, sum_of_replicas(seen.sets), present);
  // A scaled new set is observed before the old ones are scaled.
  if (wanted != present) return scale(seen, seen.newest, wanted);
  const std::vector<Object> old = seen.old();
  const std::vector<std::int64_t> sizes = old_set_replicas(room, size_of(*seen.newest, 0), sizes_of(old));
  for (std::size_t at = 0; at < old.size(); ++at) scale(seen, old[at], sizes[at]);
}

void DeploymentController::recreate(Seen& seen) {
  bool has_old_pods = false;
  for (const Object& set : seen.old()) {
    scale(seen, set, 0);
    for (const StoredObject* pod : pods_of(api_.objects(), *set)) {
      has_old_pods = has_old_pods || !is_terminal(pod->pod->status.phase);
    }
  }
  if (has_old_pods) return;
  make_newest(seen);
  scale(seen, seen.newest, replicas_of(*seen.deployment));
}

void DeploymentController::make_newest(Seen& seen) {
  if (!seen.newest) {
    std::int64_t last = 0;
    for (const Object& set : seen.sets) last = std::max(last, annotated(*set, revision_annotation, 0));
    create_set(seen, last + 1);
    seen = look(seen.key);
  }
  number(seen);
}

void DeploymentController::number(Seen& seen) {
  std::int64_t last = 0;
  for (const Object& set : seen.old()) last = std::max(last, annotated(*set, revision_annotation, 0));
  const std::int64_t revision = std::max(last + 1, annotated(*seen.newest, revision_annotation, 0));
  json set = *seen.newest;
  json& annotations = set["metadata"]["annotations"];
  annotations.update(inherited_annotations(*seen.deployment));
  annotations[revision_annotation] = std::to_string(revision);
  const ObjectId id{replica_sets, key_of(set)};
  if (set != *seen.newest) api_.update(id, std::move(set));
  json deployment = *seen.deployment;
  deployment["metadata"]["annotations"][revision_annotation] = std::to_string(revision);
  if (deployment != *seen.deployment) api_.update({deployments, seen.key}, std::move(deployment));
  seen = look(seen.key);
}

void DeploymentController::create_set(const Seen& seen, std::int64_t revision) {
  const json& deployment = *seen.deployment;
  const json& spec = deployment["spec"];
  const std::string name = deployment["metadata"]["name"];
  const std::string space = deployment["metadata"]["namespace"];
  std::int64_t collisions = count_in(deployment, "status", "collisionCount");
  std::string hash = template_hash(spec["template"], collisions, api_.pods().specs().release());
  while (api_.find({replica_sets, fmt::format("{}/{}-{}", space, name, hash)})) {
    hash = template_hash(spec["template"], ++collisions, api_.pods().specs().release());
  }
  json pod_template = spec["template"];
  pod_template["metadata"]["labels"][template_hash_label] = hash;
  json selector = spec["selector"];
  selector["matchLabels"][template_hash_label] = hash;
  json annotations = inherited_annotations(deployment);
  annotations[revision_annotation] = std::to_string(revision);
  const RollingRoom room = rolling_room(deployment);
  set_room(annotations, room);
  const std::int64_t replicas =
      recreates(deployment) ? room.replicas : new_set_replicas(room, sum_of_replicas(seen.sets), 0);
  const std::string set_name = fmt::format("{}-{}", name, hash);
  json set_spec{{"replicas", replicas}, {"selector", std::move(selector)}, {"template", pod_template}};
  if (spec.contains("minReadySeconds")) set_spec["minReadySeconds"] = spec["minReadySeconds"];
  api_.create(replica_sets, {{"apiVersion", "apps/v1"},
                             {"kind", "ReplicaSet"},
                             {"metadata",
                              {{"name", set_name},
                               {"namespace", space},
                               {"labels", pod_template["metadata"]["labels"]},
                               {"annotations", std::move(annotations)},
                               {"ownerReferences", json::array({controller_reference(deployment)})}}},
                             {"spec", std::move(set_spec)}});
  json status = deployment.value("status", json::object());
  set_progressing(status, "True", "NewReplicaSetCreated", fmt::format("Created new replica set \"{}\"", set_name),
                  api_.timestamp());
  if (collisions > 0) status["collisionCount"] = collisions;
  api_.update_status({deployments, seen.key}, std::move(status));
  if (replicas == 0) return;
  api_.record_event(deployment, deployment_controller, "Normal", "ScalingReplicaSet",
                    fmt::format("Scaled up replica set {} to {}", set_name, replicas));
}

void DeploymentController::scale_proportionally(const Seen& seen) {
  const RollingRoom room = rolling_room(*seen.deployment);
  std::vector<Object> active;
  for (const Object& set : seen.sets) {
    if (replicas_of(*set) > 0) active.push_back(set);
  }
  if (active.size() <= 1) {
    if (active.empty() && seen.newest) active.push_back(seen.newest);
    if (active.empty() && !seen.sets.empty()) active.push_back(seen.sets.back());
    if (!active.empty()) scale(seen, active.front(), room.replicas);
    return;
  }
  if (recreates(*seen.deployment)) return;
  const std::int64_t to_add = room.replicas + room.max_surge - sum_of_replicas(active);
  // The largest first; among equal ones, newer sets gain first and older sets lose first.
  if (to_add > 0) std::ranges::reverse(active);
  std::ranges::stable_sort(active, std::greater<>{}, [](const Object& set) { return replicas_of(*set); });
  std::vector<SetSize> sizes;
  for (const Object& set : active) sizes.push_back(size_of(*set, count_in(*seen.deployment, "status", "replicas")));
  const std::vector<std::int64_t> wanted = proportional_replicas(room, sizes);
  for (std::size_t at = 0; at < active.size(); ++at) scale(seen, active[at], wanted[at]);
}

void DeploymentController::scale(const Seen& seen, const Object& set, std::int64_t replicas) {
  const std::int64_t before = replicas_of(*set);
  json scaled = *set;
  scaled["spec"]["replicas"] = replicas;
  set_room(scaled["metadata"]["annotations"], rolling_room(*seen.deployment));
  if (scaled == *set) return;
  const std::string name = scaled["metadata"]["name"];
  const ObjectId id{replica_sets, key_of(scaled)};
  api_.update(id, std::move(scaled));
  if (replicas == before) return;
  api_.record_event(
      *seen.deployment, deployment_controller, "Normal", "ScalingReplicaSet",
      fmt::format("Scaled {} replica set {} to {} from {}", replicas > before ? "up" : "down", name, replicas, before));
}

void DeploymentController::clean_up(const Seen& seen) {
  std::vector<Object> empty = seen.old();
  std::erase_if(empty, [](const Object& set) {
    return replicas_of(*set) != 0 || count_in(*set, "status", "replicas") != 0 ||
           (*set)["metadata"].contains("deletionTimestamp");
  });
  std::ranges::stable_sort(empty, {}, [](const Object& set) { return annotated(*set, revision_annotation, 0); });
  const std::int64_t kept = count_in(*seen.deployment, "spec", "revisionHistoryLimit", 10);
  for (std::size_t at = 0; static_cast<std::int64_t>(at) + kept < static_cast<std::int64_t>(empty.size()); ++at) {
    api_.remove({replica_sets, key_of(*empty[at])});
  }
}

void DeploymentController::report_status(const std::string& key) {
  const Seen seen = look(key);
  std::vector<json> sets;
  for (const Object& set : seen.sets) sets.push_back(*set);
  json status = deployment_status(*seen.deployment, sets, seen.newest ? *seen.newest : json{}, api_.timestamp());
  if (const auto deadline = progress_deadline(*seen.deployment, status)) {
    if (*deadline > api_.now()) queue_.schedule_after(key, *deadline - api_.now() + std::chrono::seconds{1});
    if (*deadline < api_.now()) set_timed_out(status, seen.newest ? *seen.newest : json{}, api_.timestamp());
  }
  api_.update_status({deployments, key}, std::move(status));
}

}  // namespace podreel::cluster
