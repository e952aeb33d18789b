#include "scenarios/cluster/disruption.hpp"

#include <chrono>
#include <fmt/format.h>
#include <set>
#include <variant>

#include "engine/api/json_member.hpp"
#include "engine/api/pod_readiness.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/invariant.hpp"
#include "scenarios/cluster/model/budget_format.hpp"
#include "scenarios/cluster/selection.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* budgets = "poddisruptionbudgets";

// A disruption counts until the pod is deleted, or this time is over (disruption.go, DeletionTimeout).
constexpr auto disruption_lasts = std::chrono::minutes{2};

bool matches(const json& budget, const json& pod) {
  const json* spec = api::find_member(budget, "spec");
  const json* selector = spec == nullptr ? nullptr : api::find_member(spec, "selector");
  return selector != nullptr && budget["metadata"]["namespace"] == pod["metadata"]["namespace"] &&
         selects(*selector, pod);
}

/// Returns the budget as the eviction API sees it.
cluster::GuardingBudget guarding(const json& budget) {
  const json status = budget.value("status", json::object());
  const auto count = [&status](const char* field) {
    return static_cast<std::uint32_t>(std::max(status.value(field, 0), 0));
  };
  return {.status = {.needs = {.expected_pods = count("expectedPods"), .desired_healthy = count("desiredHealthy")},
                     .healthy = count("currentHealthy"),
                     .allowed = count("disruptionsAllowed")},
          .always_evicts_unhealthy = budget["spec"].value("unhealthyPodEvictionPolicy", "") == "AlwaysAllow",
          .is_observed = status.value("observedGeneration", 0) >= budget["metadata"].value("generation", 1)};
}

/// Total number of pods that their controllers want, or the reason why it is unknown.
using Scale = std::variant<std::uint32_t, std::string>;

/// Returns the Deployment of a ReplicaSet, or the controller itself.
const ObjectId* highest_controller(const ObjectStore& log, const json& object) {
  const ObjectId* id = controller_id(log, object);
  if (id == nullptr) return nullptr;
  const ObjectId* above = highest_controller(log, *log.find(id->resource, id->key)->json);
  return above == nullptr ? id : above;
}

Scale scale_of(const ObjectStore& log, const std::vector<const StoredObject*>& pods) {
  std::set<ObjectId> seen;
  std::uint32_t scale = 0;
  for (const StoredObject* pod : pods) {
    if (controller_of(*pod->json) == nullptr) {
      return fmt::format("found no controllers for pod \"{}\"", pod->pod->metadata.name.view());
    }
    const ObjectId* id = highest_controller(log, *pod->json);
    if (id == nullptr || !seen.insert(*id).second) continue;
    const json* replicas = api::find_member(log.find(id->resource, id->key)->json->at("spec"), "replicas");
    if (replicas == nullptr) return fmt::format("{} does not implement the scale subresource", id->resource);
    scale += static_cast<std::uint32_t>(replicas->get<std::int64_t>());
  }
  return scale;
}

json condition(const json& before, bool allows, const char* reason, const std::string& message, const ClusterApi& api,
               const json& generation) {
  json made{
      {"type", "DisruptionAllowed"}, {"status", allows ? "True" : "False"}, {"reason", reason},
      {"message", message},          {"observedGeneration", generation},    {"lastTransitionTime", api.timestamp()}};
  for (const json& known : before.value("conditions", json::array())) {
    if (api::string_member(known, "status") == (allows ? "True" : "False"))
      made["lastTransitionTime"] = known["lastTransitionTime"];
  }
  return json::array({std::move(made)});
}

}  // namespace

Disruption::Disruption(ClusterApi& api)
    : api_{api}, queue_{api, "disruption", [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void Disruption::on_object_change(const ObjectChange& change) {
  if (change.id.resource == budgets && change.type != "DELETED") return queue_.want(change.id.key);
  const bool is_pod = change.id.resource == "pods";
  const json* spec = api::find_member(*change.object.json, "spec");
  const bool has_replicas = spec != nullptr && api::find_member(spec, "replicas") != nullptr;
  if (!is_pod && !has_replicas) return;
  for (const auto& [key, budget] : api_.objects().all(budgets)) {
    const bool concerns = !is_pod || matches(*budget.json, *change.object.json) ||
                          (change.before.json && matches(*budget.json, *change.before.json));
    if (concerns) queue_.want(key);
  }
}

Disruption::Seen Disruption::look(const std::string& key, const json& budget) {
  Seen seen;
  const json before = budget.value("status", json::object()).value("disruptedPods", json::object());
  for (const auto& [pod_key, pod] : api_.objects().all("pods")) {
    if (!matches(budget, *pod.json) || is_terminal(pod.pod->status.phase)) continue;
    seen.pods.push_back(&pod);
    const std::string name{pod.pod->metadata.name.view()};
    const auto since = api::parse_timestamp(before.value(name, ""));
    const bool is_deleted = pod.pod->metadata.deletion_timestamp.has_value();
    const bool is_going = since && !is_deleted && *since + disruption_lasts > api_.now();
    if (is_going) {
      seen.disrupted[name] = before[name];
      queue_.schedule_after(key, *since + disruption_lasts - api_.now());
    } else if (!is_deleted && api::is_ready(*pod.pod)) {
      ++seen.healthy;
    }
  }
  return seen;
}

void Disruption::sync(const std::string& key) {
  const ObjectId id{budgets, key};
  const auto object = api_.find(id);
  if (!object) return;
  Seen seen = look(key, *object);
  const auto budget = cluster::stored_budget(*object);
  const Scale scale = budget && budget->needs_scale() ? scale_of(api_.objects(), seen.pods) : Scale{0U};
  const auto* failure = std::get_if<std::string>(&scale);
  PODREEL_INVARIANT(seen.healthy <= seen.pods.size(), "healthy pods exist");
  cluster::BudgetStatus found{.healthy = seen.healthy};
  if (budget && failure == nullptr) {
    found =
        status_of(*budget, static_cast<std::uint32_t>(seen.pods.size()), std::get<std::uint32_t>(scale), seen.healthy);
  }
  const json before = object->value("status", json::object());
  const json generation = (*object)["metadata"].value("generation", 1);
  json status{{"currentHealthy", found.healthy},
              {"desiredHealthy", found.needs.desired_healthy},
              {"expectedPods", found.needs.expected_pods},
              {"disruptionsAllowed", found.allowed},
              {"observedGeneration", generation}};
  if (!seen.disrupted.empty()) status["disruptedPods"] = std::move(seen.disrupted);
  const char* reason = found.allowed > 0 ? "SufficientPods" : "InsufficientPods";
  status["conditions"] = condition(before, found.allowed > 0, failure != nullptr ? "SyncFailed" : reason,
                                   failure != nullptr ? *failure : "", api_, generation);
  if (failure != nullptr && before.value("conditions", json::array()) != status["conditions"]) {
    api_.record_event(*object, "controllermanager", "Warning", "CalculateExpectedPodCountFailed",
                      "Failed to calculate the number of expected pods: " + *failure);
  }
  api_.update_status(id, std::move(status));
}

std::optional<EvictionRefusal> Disruption::evict(const std::string& key, bool is_dry_run) {
  using cluster::EvictionVerdict;
  constexpr const char* refused = "Cannot evict pod as it would violate the pod's disruption budget.";
  const StoredObject* pod = api_.objects().find("pods", key);
  if (pod == nullptr) return std::nullopt;
  std::vector<std::shared_ptr<const json>> matching;
  for (const auto& [name, budget] : api_.objects().all(budgets)) {
    if (matches(*budget.json, *pod->json)) matching.push_back(budget.json);
  }
  const cluster::GuardingBudget budget = matching.empty() ? cluster::GuardingBudget{} : guarding(*matching.front());
  const cluster::EvictedPod evicted{pod->pod->status.phase, api::is_ready(*pod->pod),
                                    pod->pod->metadata.deletion_timestamp.has_value()};
  switch (admit_eviction(evicted, matching.size(), budget)) {
    case EvictionVerdict::granted:
      return std::nullopt;
    case EvictionVerdict::counted:
      if (!is_dry_run) count_disruption(*matching.front(), std::string{pod->pod->metadata.name.view()});
      return std::nullopt;
    case EvictionVerdict::several_budgets:
      return EvictionRefusal{
          false, "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support."};
    case EvictionVerdict::unobserved:
      return EvictionRefusal{true, refused,
                             fmt::format("The disruption budget {} is still being processed by the server.",
                                         api::string_member((*matching.front())["metadata"], "name"))};
    case EvictionVerdict::refused:
      break;
  }
  return EvictionRefusal{true, refused,
                         fmt::format("The disruption budget {} needs {} healthy pods and has {} currently",
                                     api::string_member((*matching.front())["metadata"], "name"),
                                     budget.status.needs.desired_healthy, budget.status.healthy)};
}

void Disruption::count_disruption(const json& budget, const std::string& pod) {
  json status = budget.value("status", json::object());
  PODREEL_INVARIANT(status.value("disruptionsAllowed", 0) > 0, "only allowed disruptions are counted");
  status["disruptionsAllowed"] = status.value("disruptionsAllowed", 0) - 1;
  status["disruptedPods"][pod] = api_.timestamp();
  api_.update_status({budgets, key_of(budget)}, std::move(status));
}

}  // namespace podreel::cluster
