#include "tests/support/reported_pod.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace podreel::testing {

namespace {

std::optional<decide::ProbeResult> find(const decide::ProbeResults& results, std::string_view id) {
  const auto found = results.find(id);
  if (found == results.end()) return std::nullopt;
  return found->second;
}

constexpr std::chrono::seconds first_instance{1'700'000'000};
constexpr std::chrono::seconds between_instances{50};

}  // namespace

std::optional<decide::ProbeResult> KnownProbes::readiness(std::string_view container_id) const {
  return find(readiness_results, container_id);
}

std::optional<decide::ProbeResult> KnownProbes::startup(std::string_view container_id) const {
  return find(startup_results, container_id);
}

bool KnownProbes::probes_readiness(std::string_view /*pod_uid*/, std::string_view container_name) const {
  return readiness_workers.contains(container_name);
}

bool KnownProbes::probes_startup(std::string_view /*pod_uid*/, std::string_view container_name) const {
  return startup_workers.contains(container_name);
}

ReportedPod::ReportedPod(std::string_view spec) {
  std::string text{spec};
  std::ranges::replace(text, '\'', '"');
  pod.metadata.name = "web";
  pod.metadata.uid = "uid-1";
  pod.spec = std::make_shared<const api::PodSpec>(
      api::pod_spec_from_json(std::make_shared<const nlohmann::json>(nlohmann::json::parse(text))));
}

runtime::ContainerStatus& ReportedPod::observe(std::string name, runtime::ContainerState state,
                                               std::int32_t exit_code) {
  if (observed.sandboxes.empty()) {
    observed.sandboxes.push_back({.id = "sandbox", .ip = "10.0.0.1"});
    observed.ips = {"10.0.0.1"};
  }
  const auto instances =
      static_cast<std::int32_t>(std::ranges::count(observed.containers, name, &runtime::ContainerStatus::name));
  runtime::ContainerStatus status;
  status.id = name + "-" + std::to_string(instances);
  status.name = name;
  status.sandbox_id = observed.sandboxes.front().id;
  status.state = state;
  status.created_at = sim::Time{first_instance + instances * between_instances};
  status.started_at = status.created_at;
  status.exit_code = exit_code;
  status.restart_count = instances;
  status.image = "image";
  if (state == runtime::ContainerState::exited) {
    status.finished_at = status.started_at + std::chrono::seconds{5};
    status.reason = exit_code == 0 ? "Completed" : "Error";
  }
  observed.containers.insert(observed.containers.begin(), std::move(status));
  return observed.containers.front();
}

api::ContainerStatus ReportedPod::reported(std::string name, api::ContainerState state) {
  api::ContainerStatus status;
  status.name = std::move(name);
  status.state = std::move(state);
  return status;
}

kubelet::BuiltStatus ReportedPod::build(std::string_view release, const release::FeatureGates& gates) {
  const release::Behaviour behaviour = release::behaviour_of(release::parse_release(release).value(), gates);
  const kubelet::StartFailures failures = [&](std::string_view name) -> std::optional<kubelet::StartFailure> {
    const auto found = start_failures.find(name);
    if (found == start_failures.end()) return std::nullopt;
    return found->second;
  };
  reasons.clear();
  const kubelet::StatusInputs inputs{.pod = pod,
                                     .observed = observed,
                                     .previous = pod.status,
                                     .start_failures = failures,
                                     .probes = probes,
                                     .behaviour = behaviour,
                                     .node_ips = node_ips,
                                     .pod_is_terminal = pod_is_terminal,
                                     .eviction = eviction,
                                     .restart_of_all = restart_of_all,
                                     .kubelet_started_at = kubelet_started_at,
                                     .resize = &resize,
                                     .reasons = &reasons};
  return kubelet::build_pod_status(inputs);
}

std::string conditions_of(const api::PodStatus& status) {
  std::string result;
  for (const api::PodCondition& condition : status.conditions) {
    if (!result.empty()) result += ' ';
    result += condition.type + "=" + condition.status;
    if (!condition.reason.empty()) result += ":" + condition.reason;
  }
  return result;
}

}  // namespace podreel::testing
