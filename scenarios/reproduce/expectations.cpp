#include "scenarios/reproduce/expectations.hpp"

#include <algorithm>
#include <map>

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;

/// Counts by reason.
using Times = std::map<std::string, std::uint64_t>;

void expect_events(const SeenPod& pod, const std::string& name, const SimulatedEvidence& simulated, Json& expect) {
  Times seen;
  for (const SeenEvent& event : pod.events) seen[event.reason] += event.count;
  Times times_by_reason;
  for (const trace::ListedEvent& event : simulated.events) times_by_reason[event.reason] += event.count;
  for (const auto& [reason, times] : times_by_reason) {
    const auto wanted = seen.find(reason);
    if (wanted == seen.end()) continue;
    expect.push_back(
        {{"event", {{"pod", name}, {"reason", reason}}}, {"count", {{"atLeast", std::min(times, wanted->second)}}}});
  }
}

void expect_restarts(const std::string& name, const SimulatedEvidence& simulated, Json& expect) {
  const api::PodPtr pod = simulated.pod_at(simulated.ended);
  if (pod == nullptr) return;
  Json status = Json::object();
  const auto add = [&status](const char* field, const api::ContainerStatuses& statuses) {
    for (const api::ContainerStatus& each : statuses) {
      status[field].push_back({{"name", std::string{each.name}}, {"restartCount", each.restart_count}});
    }
  };
  add("initContainerStatuses", pod->status.init_container_statuses);
  add("containerStatuses", pod->status.container_statuses);
  if (!status.empty()) expect.push_back({{"pod", name}, {"matches", {{"status", std::move(status)}}}});
}

}  // namespace

void add_expectations(const Evidence& evidence, const std::vector<PastedPod>& pods,
                      const std::vector<SimulatedEvidence>& simulated, nlohmann::ordered_json& scenario) {
  Json expect = Json::array();
  for (std::size_t index = 0; index < pods.size(); ++index) {
    expect_events(evidence.pods[index], pods[index].pod, simulated[index], expect);
    expect_restarts(pods[index].pod, simulated[index], expect);
  }
  if (!expect.empty()) scenario["spec"]["expect"] = std::move(expect);
}

}  // namespace podreel::reproduce
