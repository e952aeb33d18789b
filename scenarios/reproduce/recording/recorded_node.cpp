#include "scenarios/reproduce/recording/recorded_node.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/api/amount.hpp"
#include "engine/api/json_integer.hpp"
#include "engine/api/linux_resources.hpp"
#include "engine/api/quantity_text.hpp"
#include "engine/kubelet/container_environment.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/sync/pod_cgroups.hpp"
#include "scenarios/format/kubelets.hpp"
#include "scenarios/format/oom_kills.hpp"
#include "scenarios/reproduce/recording/record_fields.hpp"
#include "scenarios/reproduce/recording/statements.hpp"

namespace podreel::reproduce {

namespace {

/// Whether the recording has events that only a kubelet with node status updates writes.
bool shows_node_status(const std::vector<nlohmann::json>& records) {
  constexpr std::array reasons{"Starting",
                               "NodeReady",
                               "NodeNotReady",
                               "NodeHasSufficientMemory",
                               "NodeHasNoDiskPressure",
                               "NodeHasSufficientPID",
                               "NodeAllocatableEnforced"};
  return std::ranges::any_of(records, [&](const nlohmann::json& record) {
    return record.value("kind", "") == "event" && record.value("obj", "") == "Node" &&
           std::ranges::find(reasons, record.value("reason", "")) != reasons.end();
  });
}

/// Returns the version of the node's control groups that the pods' statuses show: with 1 memory has a limit, which is a
/// number where it is unlimited, and with 2 each request of CPU that a kubelet reads is that of a weight, if
/// `with_weights`.
std::optional<api::CgroupVersion> shown_cgroup_version(const std::vector<nlohmann::json>& records, bool with_weights) {
  const nlohmann::json::json_pointer memory_limit{"/resources/limits/memory"};
  const nlohmann::json::json_pointer cpu_request{"/resources/requests/cpu"};
  // Before, the kubelet reports what it has allocated.
  constexpr double until_cgroups_are_read = 1;
  constexpr double until_all_are_read = 5;
  std::map<std::string, double> running_since;
  std::optional<api::CgroupVersion> shown;
  for (const nlohmann::json& record : records) {
    if (record.value("kind", "") != "status") continue;
    const std::string pod = record.value("pod", "");
    if (record.value("phase", "") != "Running") {
      running_since.erase(pod);
      continue;
    }
    const double time = record.value("t", 0.0);
    const double since = running_since.try_emplace(pod, time).first->second;
    if (record.contains(memory_limit) && record[memory_limit] == "9007199254740988Ki") return api::CgroupVersion::v1;
    const bool lacks_limit = with_weights && !record.contains(memory_limit);
    if (lacks_limit && time - since >= until_all_are_read) shown = api::CgroupVersion::v2;
    if (!with_weights || time - since < until_cgroups_are_read || !record.contains(cpu_request)) continue;
    const nlohmann::json& request = record[cpu_request];
    if (!request.is_string() || !api::split_quantity(request.get<std::string>())) continue;
    if (!sync::is_cpu_of_weight(api::milli_value(request.get<std::string>()))) return api::CgroupVersion::v1;
    shown = api::CgroupVersion::v2;
  }
  return shown;
}

/// Returns the version of the node's control groups that resizes show. A kubelet reads a pod's shares of CPU before it
/// notifies the runtime of a change: with version 2 they are those of a weight, which are rarely what a pod requests.
/// Without such a call it is version 1. No value if nothing is resized.
std::optional<api::CgroupVersion> version_shown_by_resizes(const std::vector<nlohmann::json>& records) {
  constexpr std::int64_t step_of_requests = 10;
  constexpr std::int64_t max_shares = 262'144;
  std::optional<api::CgroupVersion> shown;
  for (const nlohmann::json& record : records) {
    const std::string_view op = field_view(record, "op");
    if (op != "UpdatePodSandboxResources" && op != "UpdateContainerResources") continue;
    if (!shown) shown = api::CgroupVersion::v1;
    if (op == "UpdateContainerResources") continue;
    const auto shares = record.find("cpuShares");
    const std::int64_t read = shares == record.end() ? 0 : api::exact_integer<std::int64_t>(*shares).value_or(0);
    if (read < 0 || read > max_shares) continue;
    const std::int64_t request = api::cpu_request(read);
    if (sync::is_cpu_of_weight(request) && request % step_of_requests != 0) return api::CgroupVersion::v2;
  }
  return shown;
}

/// Returns the version of the recorded node's control groups: that which the recording states or shows. If it shows
/// none, it is the scenario's, unless a kubelet would have shown version 2 in its statuses or resizes.
api::CgroupVersion cgroup_version_of(const std::vector<nlohmann::json>& records, const format::Scenario& scenario) {
  if (const nlohmann::json* stated = statement_in(records, "cgroups")) {
    return stated->value("version", "") == "1" ? api::CgroupVersion::v1 : api::CgroupVersion::v2;
  }
  const bool spares_processes = std::ranges::any_of(records, [](const nlohmann::json& record) {
    return record.value("kind", "") == "environment" && record.value("what", "") == "process_killed";
  });
  if (spares_processes || scenario.runtime.cgroup_version == api::CgroupVersion::v1) return api::CgroupVersion::v1;
  // Its statuses show requests of CPU that it reads from weights, on nodes that have them.
  const bool with_weights =
      format::any_kubelet_has(scenario, {release::resources_of_pod_reported, release::cpu_requests_read_as_weights});
  if (const auto shown = shown_cgroup_version(records, with_weights)) return *shown;
  if (const auto shown = version_shown_by_resizes(records)) return *shown;
  const bool would_show = with_weights || format::any_kubelet_has(scenario, {release::pod_sandbox_resources_updated});
  return would_show && !format::kills_child_process(scenario) ? api::CgroupVersion::v1 : api::CgroupVersion::v2;
}

/// Whether its API server has refused the kubelet's list of services.
bool lacks_services(const std::vector<nlohmann::json>& records) {
  return std::ranges::any_of(records, [](const nlohmann::json& record) {
    return record.value("kind", "") == "event" &&
           record.value("message", "").find(kubelet::unlisted_services) != std::string::npos;
  });
}

/// Returns the node's allocatable resources as the recording states them; no value if it does not.
std::optional<api::ResourceList> stated_allocatable(const std::vector<nlohmann::json>& records) {
  const nlohmann::json* stated = statement_in(records, "allocatable");
  if (stated == nullptr) return std::nullopt;
  return stated->at("resources").get<api::ResourceList>();
}

}  // namespace

void take_recorded_node(const std::vector<nlohmann::json>& records, format::Scenario& scenario) {
  if (shows_node_status(records)) scenario.node.reports_status = true;
  scenario.runtime.cgroup_version = cgroup_version_of(records, scenario);
  if (!scenario.node.allocatable) scenario.node.allocatable = stated_allocatable(records);
  if (!lacks_services(records)) scenario.node.api_server.has_all_field_labels = true;
}

}  // namespace podreel::reproduce
