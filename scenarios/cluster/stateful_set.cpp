#include "scenarios/cluster/stateful_set.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <optional>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/model/replacement.hpp"
#include "scenarios/cluster/pod_template.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* stateful_sets = "statefulsets";
constexpr std::string_view stateful_set_controller = "statefulset-controller";

// Limit of the ordinals that are checked.
constexpr std::int64_t max_replicas = 5'000;

std::optional<std::int64_t> ordinal_of(const StoredObject& pod, const std::string& set) {
  std::string_view name = pod.pod->metadata.name.view();
  if (!name.starts_with(set + '-')) return std::nullopt;
  name.remove_prefix(set.size() + 1);
  std::int64_t ordinal = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), ordinal);
  if (read.ec != std::errc{} || read.ptr != name.data() + name.size()) return std::nullopt;
  return ordinal;
}

std::int64_t first_ordinal(const json& set) {
  const json* ordinals = api::find_member(set["spec"], "ordinals");
  return ordinals == nullptr ? 0 : ordinals->value("start", std::int64_t{0});
}

std::int64_t partition_of(const json& set) {
  const json strategy = set["spec"].value("updateStrategy", json::object());
  return strategy.value("rollingUpdate", json::object()).value("partition", std::int64_t{0});
}

}  // namespace

StatefulSetController::StatefulSetController(ClusterApi& api)
    : api_{api}, queue_{api, stateful_set_controller, [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void StatefulSetController::on_object_change(const ObjectChange& change) {
  if (change.id.resource == stateful_sets && change.type != "DELETED") return queue_.want(change.id.key);
  if (change.id.resource != "pods") return;
  queue_.schedule_controller_of(*change.object.json, stateful_sets);
}

void StatefulSetController::sync(const std::string& key) {
  const auto set = api_.find({stateful_sets, key});
  if (!set) return;
  if (!(*set)["metadata"].contains("deletionTimestamp")) {
    const Seen seen = look(*set);
    if (fill(seen) && condemn(seen)) update(seen);
  }
  const auto after = api_.find({stateful_sets, key});
  report_status(key, look(*after));
}

StatefulSetController::Seen StatefulSetController::look(const json& set) {
  Seen seen{.set = set};
  const std::string name = set["metadata"]["name"];
  const std::int64_t first = first_ordinal(set);
  const std::int64_t wanted = std::min(count_in(set, "spec", "replicas", 1), max_replicas);
  seen.is_parallel = set["spec"].value("podManagementPolicy", "") == "Parallel";
  seen.replicas.resize(static_cast<std::size_t>(wanted));
  for (const StoredObject* pod : pods_of(api_.objects(), set)) {
    const auto ordinal = ordinal_of(*pod, name);
    if (!ordinal) continue;
    if (*ordinal >= first && *ordinal < first + wanted) {
      seen.replicas[static_cast<std::size_t>(*ordinal - first)] = pod;
    } else {
      seen.condemned.push_back(pod);
    }
  }
  std::ranges::sort(seen.condemned, std::greater<>{},
                    [&name](const StoredObject* pod) { return ordinal_of(*pod, name).value_or(0); });
  seen.update = present_revision(api_, set);
  const std::string current = api::string_member(set.value("status", json::object()), "currentRevision");
  for (const Revision& revision : revisions_of(api_.objects(), set)) {
    if ((*revision)["metadata"]["name"] == current) seen.current = revision;
  }
  if (!seen.current) seen.current = seen.update;
  return seen;
}

bool StatefulSetController::is_well(const Seen& seen, const StoredObject& pod) const {
  return pod.pod->status.phase == api::PodPhase::running &&
         is_available(pod, seconds_in(seen.set, "spec", "minReadySeconds"), api_.now());
}

bool StatefulSetController::fill(const Seen& seen) {
  using cluster::ReplicaState;
  const auto state_of = [&](std::size_t at) {
    const StoredObject* pod = seen.replicas[at];
    if (pod == nullptr) return ReplicaState::missing;
    if (is_deleted(*pod->json)) return ReplicaState::unavailable;
    if (is_terminal(pod->pod->status.phase)) return ReplicaState::ended;
    return is_well(seen, *pod) ? ReplicaState::available : ReplicaState::unavailable;
  };
  return cluster::fill_ordinals(seen.replicas.size(), seen.is_parallel, state_of,
                                [&](std::size_t at, ReplicaState state) {
                                  if (state == ReplicaState::missing) return create(seen, at);
                                  remove(seen, *seen.replicas[at]);
                                });
}

bool StatefulSetController::condemn(const Seen& seen) {
  for (const StoredObject* pod : seen.condemned) {
    if (!is_deleted(*pod->json)) remove(seen, *pod);
    if (!seen.is_parallel) return false;
  }
  return true;
}

void StatefulSetController::update(const Seen& seen) {
  if (!rolls(seen.set)) return;
  const std::int64_t first = first_ordinal(seen.set);
  for (std::size_t at = seen.replicas.size(); at-- > 0;) {
    if (first + static_cast<std::int64_t>(at) < partition_of(seen.set)) return;
    const StoredObject* pod = seen.replicas[at];
    if (pod == nullptr) return;
    if (revision_hash(*pod) != hash_of(*seen.update)) {
      if (!is_deleted(*pod->json)) remove(seen, *pod);
      return;
    }
    if (is_deleted(*pod->json) || !is_well(seen, *pod)) return;
  }
}

void StatefulSetController::create(const Seen& seen, std::size_t at) {
  const std::int64_t ordinal = first_ordinal(seen.set) + static_cast<std::int64_t>(at);
  // Pods that the update has not reached are recreated with the old revision.
  const bool is_updated = !rolls(seen.set) || ordinal >= partition_of(seen.set);
  const json& revision = is_updated ? *seen.update : *seen.current;
  const std::string set_name = seen.set["metadata"]["name"];
  const std::string name = fmt::format("{}-{}", set_name, ordinal);
  const std::string key = fmt::format("{}/{}", seen.set["metadata"]["namespace"].get<std::string>(), name);
  if (api_.objects().find("pods", key) != nullptr) return;
  json pod = pod_from(template_of(revision), seen.set);
  json& metadata = pod["metadata"];
  metadata["name"] = name;
  metadata["generateName"] = set_name + "-";
  metadata["labels"][revision_hash_label] = hash_of(revision);
  metadata["labels"]["statefulset.kubernetes.io/pod-name"] = name;
  metadata["labels"]["apps.kubernetes.io/pod-index"] = std::to_string(ordinal);
  pod["spec"]["hostname"] = name;
  const std::string service = seen.set["spec"].value("serviceName", "");
  if (!service.empty()) pod["spec"]["subdomain"] = service;
  if (!api_.create_pod(std::move(pod))) return;
  api_.record_event(seen.set, stateful_set_controller, "Normal", "SuccessfulCreate",
                    fmt::format("create Pod {} in StatefulSet {} successful", name, set_name));
}

void StatefulSetController::remove(const Seen& seen, const StoredObject& pod) {
  const std::string name{pod.pod->metadata.name.view()};
  const std::string set_name = seen.set["metadata"]["name"];
  api_.delete_pod(api::full_name(*pod.pod));
  api_.record_event(seen.set, stateful_set_controller, "Normal", "SuccessfulDelete",
                    fmt::format("delete Pod {} in StatefulSet {} successful", name, set_name));
}

void StatefulSetController::report_status(const std::string& key, const Seen& seen) {
  const sim::Duration min_ready = seconds_in(seen.set, "spec", "minReadySeconds");
  std::int64_t replicas = 0;
  std::int64_t ready = 0;
  std::int64_t available = 0;
  std::int64_t current = 0;
  std::int64_t updated = 0;
  std::vector<const StoredObject*> pods = seen.replicas;
  pods.insert(pods.end(), seen.condemned.begin(), seen.condemned.end());
  for (const StoredObject* pod : pods) {
    if (pod == nullptr) continue;
    ++replicas;
    if (pod->pod->status.phase == api::PodPhase::running && is_ready(*pod)) ++ready;
    if (is_well(seen, *pod)) {
      ++available;
    } else if (is_ready(*pod)) {
      queue_.schedule_after(key, min_ready);
    }
    if (is_deleted(*pod->json)) continue;
    if (revision_hash(*pod) == hash_of(*seen.current)) ++current;
    if (revision_hash(*pod) == hash_of(*seen.update)) ++updated;
  }
  std::string current_name = (*seen.current)["metadata"]["name"];
  const std::string update_name = (*seen.update)["metadata"]["name"];
  const bool is_done = rolls(seen.set) && updated == replicas && ready == replicas &&
                       replicas == count_in(seen.set, "spec", "replicas", 1);
  if (is_done) {
    current_name = update_name;
    current = updated;
  }
  json status{{"observedGeneration", seen.set["metadata"].value("generation", 1)},
              {"replicas", replicas},
              {"availableReplicas", available},
              {"collisionCount", 0},
              {"currentRevision", current_name},
              {"updateRevision", update_name}};
  for (const auto& [field, value] : {std::pair{"readyReplicas", ready}, std::pair{"currentReplicas", current},
                                     std::pair{"updatedReplicas", updated}}) {
    if (value > 0) status[field] = value;
  }
  api_.update_status({stateful_sets, key}, std::move(status));
  clean_up_revisions(api_, seen.set, {hash_of(*seen.current), hash_of(*seen.update)});
}

}  // namespace podreel::cluster
