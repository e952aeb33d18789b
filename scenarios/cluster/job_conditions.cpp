#include "scenarios/cluster/job_conditions.hpp"

#include <nlohmann/json.hpp>

namespace podreel::cluster {

using nlohmann::json;

bool has_condition(const json& job, std::string_view type) {
  const json status = job.value("status", json::object());
  for (const json& condition : status.value("conditions", json::array())) {
    if (condition.value("type", "") == type && condition.value("status", "") == "True") return true;
  }
  return false;
}

std::string finished_condition(const json& job) {
  for (const char* type : {"Complete", "Failed"}) {
    if (has_condition(job, type)) return type;
  }
  return {};
}

json job_condition(const char* type, const char* value, const char* reason, const std::string& message,
                   const std::string& now) {
  return {{"type", type},       {"status", value},      {"reason", reason},
          {"message", message}, {"lastProbeTime", now}, {"lastTransitionTime", now}};
}

void set_condition(json& status, const json& wanted) {
  json& conditions = status["conditions"];
  if (conditions.is_null()) conditions = json::array();
  for (json& known : conditions) {
    if (known["type"] != wanted["type"]) continue;
    if (known["status"] != wanted["status"]) known = wanted;
    return;
  }
  conditions.push_back(wanted);
}

}  // namespace podreel::cluster
