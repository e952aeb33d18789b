#include "scenarios/cluster/deployment_status.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "engine/api/timestamp.hpp"
#include "engine/sim/bounded_time.hpp"
#include "scenarios/cluster/pod_template.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

json* find_condition(json& status, const char* type) {
  json& conditions = status["conditions"];
  if (conditions.is_null()) conditions = json::array();
  for (json& condition : conditions) {
    if (condition.value("type", "") == type) return &condition;
  }
  return nullptr;
}

/// Keeps an equal condition; `touches` updates its time.
void set_condition(json& status, json condition, const std::string& now, bool touches) {
  json* known = find_condition(status, condition["type"].get<std::string>().c_str());
  condition["lastUpdateTime"] = now;
  condition["lastTransitionTime"] = now;
  if (known == nullptr) return status["conditions"].push_back(std::move(condition));
  if (!touches && (*known)["status"] == condition["status"] && (*known)["reason"] == condition["reason"]) return;
  if ((*known)["status"] == condition["status"]) condition["lastTransitionTime"] = (*known)["lastTransitionTime"];
  *known = std::move(condition);
}

std::int64_t count(const json& status, const char* field) {
  return status.value(field, std::int64_t{0});
}

bool has_progressed(const json& before, const json& now) {
  const auto old_replicas = [](const json& status) {
    return count(status, "replicas") - count(status, "updatedReplicas");
  };
  return count(now, "updatedReplicas") > count(before, "updatedReplicas") || old_replicas(now) < old_replicas(before) ||
         count(now, "readyReplicas") > count(before, "readyReplicas") ||
         count(now, "availableReplicas") > count(before, "availableReplicas");
}

bool is_complete(const json& deployment, const json& status) {
  const std::int64_t wanted = count_in(deployment, "spec", "replicas", 1);
  return count(status, "updatedReplicas") == wanted && count(status, "replicas") == wanted &&
         count(status, "availableReplicas") == wanted &&
         count(status, "observedGeneration") >= deployment["metadata"].value("generation", std::int64_t{1});
}

std::string about(const json& deployment, const json& newest) {
  if (newest.is_null()) return fmt::format("Deployment \"{}\"", deployment["metadata"]["name"].get<std::string>());
  return fmt::format("ReplicaSet \"{}\"", newest["metadata"]["name"].get<std::string>());
}

void report_progress(const json& deployment, const json& before, json& status, const json& newest,
                     const std::string& now) {
  if (deployment["spec"].value("paused", false)) {
    return set_condition(status,
                         {{"type", "Progressing"},
                          {"status", "Unknown"},
                          {"reason", "DeploymentPaused"},
                          {"message", "Deployment is paused"}},
                         now, false);
  }
  const json* known = find_condition(status, "Progressing");
  const std::string reason = known == nullptr ? std::string{} : known->value("reason", "");
  if (reason == "DeploymentPaused") {
    return set_condition(status,
                         {{"type", "Progressing"},
                          {"status", "Unknown"},
                          {"reason", "DeploymentResumed"},
                          {"message", "Deployment is resumed"}},
                         now, false);
  }
  const bool was_over =
      count(before, "replicas") == count(before, "updatedReplicas") && reason == "NewReplicaSetAvailable";
  if (was_over && is_complete(deployment, before) && is_complete(deployment, status)) return;
  if (is_complete(deployment, status)) {
    return set_progressing(status, "True", "NewReplicaSetAvailable",
                           about(deployment, newest) + " has successfully progressed.", now);
  }
  if (!has_progressed(before, status)) return;
  set_condition(status,
                {{"type", "Progressing"},
                 {"status", "True"},
                 {"reason", "ReplicaSetUpdated"},
                 {"message", about(deployment, newest) + " is progressing."}},
                now, true);
}

}  // namespace

RollingRoom rolling_room(const json& deployment) {
  RollingRoom room{.replicas = count_in(deployment, "spec", "replicas", 1)};
  const json rolling = deployment["spec"]["strategy"].value("rollingUpdate", json::object());
  if (rolling.empty()) return room;
  room.max_surge = scaled(rolling.value("maxSurge", json(0)), room.replicas, true);
  room.max_unavailable =
      std::min(scaled(rolling.value("maxUnavailable", json(0)), room.replicas, false), room.replicas);
  if (room.max_surge == 0 && room.max_unavailable == 0) room.max_unavailable = 1;
  return room;
}

void set_progressing(json& status, const char* value, const char* reason, const std::string& message,
                     const std::string& now) {
  set_condition(status, {{"type", "Progressing"}, {"status", value}, {"reason", reason}, {"message", message}}, now,
                false);
}

json deployment_status(const json& deployment, const std::vector<json>& sets, const json& newest,
                       const std::string& now) {
  const json before = deployment.value("status", json::object());
  json status = json::object();
  for (const char* field : {"conditions", "collisionCount"}) {
    if (before.contains(field)) status[field] = before[field];
  }
  std::int64_t replicas = 0;
  std::int64_t ready = 0;
  std::int64_t available = 0;
  std::int64_t wanted = 0;
  for (const json& set : sets) {
    wanted += count_in(set, "spec", "replicas");
    replicas += count_in(set, "status", "replicas");
    ready += count_in(set, "status", "readyReplicas");
    available += count_in(set, "status", "availableReplicas");
  }
  status["observedGeneration"] = deployment["metadata"].value("generation", 1);
  const std::int64_t updated = newest.is_null() ? 0 : count_in(newest, "status", "replicas");
  const std::int64_t unavailable = std::max<std::int64_t>(wanted - available, 0);
  for (const auto& [field, value] :
       {std::pair{"replicas", replicas}, std::pair{"updatedReplicas", updated}, std::pair{"readyReplicas", ready},
        std::pair{"availableReplicas", available}, std::pair{"unavailableReplicas", unavailable}}) {
    if (value > 0) status[field] = value;
  }
  const RollingRoom room = rolling_room(deployment);
  const bool is_available = available >= room.replicas - room.max_unavailable;
  report_progress(deployment, before, status, newest, now);
  set_condition(status,
                {{"type", "Available"},
                 {"status", is_available ? "True" : "False"},
                 {"reason", is_available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable"},
                 {"message", is_available ? "Deployment has minimum availability."
                                          : "Deployment does not have minimum availability."}},
                now, false);
  return status;
}

bool is_complete(const json& deployment) {
  return is_complete(deployment, deployment.value("status", json::object()));
}

std::optional<sim::Time> progress_deadline(const json& deployment, const json& status) {
  const bool is_over = deployment["spec"].value("paused", false) ||
                       !deployment["spec"].contains("progressDeadlineSeconds") || is_complete(deployment, status);
  if (is_over) return std::nullopt;
  json copy = status;
  const json* progressing = find_condition(copy, "Progressing");
  if (progressing == nullptr || progressing->value("reason", "") == "NewReplicaSetAvailable" ||
      progressing->value("reason", "") == "ProgressDeadlineExceeded") {
    return std::nullopt;
  }
  const auto since = api::parse_timestamp(progressing->value("lastUpdateTime", ""));
  if (!since) return std::nullopt;
  return sim::bounded_instant(*since) + seconds_in(deployment, "spec", "progressDeadlineSeconds");
}

void set_timed_out(json& status, const json& newest, const std::string& now) {
  const std::string message = newest.is_null() ? std::string{"Deployment has timed out progressing."}
                                               : about(json{}, newest) + " has timed out progressing.";
  set_progressing(status, "False", "ProgressDeadlineExceeded", message, now);
}

}  // namespace podreel::cluster
