#include "scenarios/fleet/node_watch.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <variant>

namespace podreel::fleet {

namespace {

/// Derives the cause from the message of kubelets of all releases when they kill a container (kuberuntime_manager.go,
/// SyncPod).
std::optional<Cause> cause_of(const trace::Event& event) {
  if (event.reason != "Killing") return std::nullopt;
  const auto says = [&event](std::string_view words) { return event.message.find(words) != std::string::npos; };
  if (says("definition changed") || says("hash changed")) return Cause::definition_changed;
  if (says("probe") || says("unhealthy")) return Cause::probe;
  return std::nullopt;
}

/// Returns "app" of "spec.containers{app}".
std::string container_of(const std::string& field_path) {
  const std::size_t begin = field_path.find('{') + 1;
  return field_path.substr(begin, field_path.find('}') - begin);
}

}  // namespace

Second load_of(const trace::Record& record) noexcept {
  const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
  if (call != nullptr) return {.image_pulls = call->op == "PullImage" && !call->error ? 1U : 0U};
  return {.api_writes = trace::Kinds::of<trace::Status, trace::EventWrite>().contain(record.payload) ? 1U : 0U};
}

void NodeWatch::see(sim::Time time, const api::Pod& pod, bool gone) {
  const auto found = pods_.find(api::full_name(pod));
  if (found == pods_.end()) return;
  if (time < start_ || !found->second.has_begun()) return found->second.begin_with(pod);
  found->second.see(time - start_, pod, gone);
}

void NodeWatch::write(const trace::Record& record) {
  const auto* kubelet = std::get_if<trace::KubeletProcess>(&record.payload);
  if (kubelet != nullptr && kubelet->what == "start") kubelet_has_started_ = true;
  // Before the kubelet has started, statuses in the API are reported.
  if (record.time < start_ || !kubelet_has_started_) return;
  if (const Second load = load_of(record); load != Second{}) second_of(record.time) += load;
  std::visit([&](const auto& payload) { note(record, payload); }, record.payload);
}

NodeResult NodeWatch::result(sim::Duration length) const {
  NodeResult result = account_;
  result.looked_at_for = length;
  for (const auto& [name, pod] : pods_) {
    result.containers += static_cast<std::uint32_t>(pod.containers());
    result.restarted += static_cast<std::uint32_t>(pod.restarted());
    if (pod.fails()) ++result.failed_pods;
    std::ranges::move(pod.outages(), std::back_inserter(result.outages));
  }
  for (const Outage& outage : result.outages) {
    result.has_recovered = result.has_recovered && outage.has_ended;
    result.done_at = std::max(result.done_at, outage.until);
  }
  if (!result.has_recovered) result.done_at = length;
  return result;
}

void NodeWatch::note(const trace::Record& record, const trace::RuntimeCall& call) {
  const bool is_start = call.op == "StartContainer";
  if (call.error || (!is_start && call.op != "RunPodSandbox")) return;
  WatchedPod* pod = pod_of(record);
  if (pod == nullptr) return;
  if (!is_start) return pod->gets_new_sandbox();
  if (!call.container) return;
  const std::optional<Cause> cause = pod->started(record.time + call.dur - start_, *call.container);
  if (!cause) return;
  ++account_.restarts.at(static_cast<std::size_t>(*cause));
  ++account_.restarts_of[pod->replica().workload];
  ++second_of(record.time).restarts;
}

void NodeWatch::note(const trace::Record& record, const trace::Environment& world) {
  if (world.what != "container_exit" || !world.container) return;
  if (WatchedPod* pod = pod_of(record)) pod->ended(record.time - start_, *world.container, world.why == "script");
}

void NodeWatch::note(const trace::Record& record, const trace::Event& event) {
  const std::optional<Cause> cause = cause_of(event);
  if (!cause || !event.field_path) return;
  if (WatchedPod* pod = pod_of(record)) pod->is_killed(container_of(*event.field_path), *cause);
}

WatchedPod* NodeWatch::pod_of(const trace::Record& record) {
  const auto found = pods_.find(record.pod);
  return found == pods_.end() ? nullptr : &found->second;
}

Second& NodeWatch::second_of(sim::Time time) {
  return account_.seconds[static_cast<std::uint32_t>(std::chrono::floor<std::chrono::seconds>(time - start_).count())];
}

}  // namespace podreel::fleet
