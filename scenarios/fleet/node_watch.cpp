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
  const auto found = pods_.find(record.pod);
  WatchedPod* pod = found == pods_.end() ? nullptr : &found->second;
  std::visit([&](const auto& payload) { note(record.time, pod, payload); }, record.payload);
}

NodeResult NodeWatch::account(sim::Duration length) && {
  account_.looked_at_for = length;
  for (auto& [name, pod] : pods_) {
    account_.containers += static_cast<std::uint32_t>(pod.containers());
    account_.restarted += static_cast<std::uint32_t>(pod.restarted());
    if (pod.fails()) ++account_.failed_pods;
    std::ranges::move(pod.outages(), std::back_inserter(account_.outages));
  }
  for (const Outage& outage : account_.outages) {
    account_.has_recovered = account_.has_recovered && outage.has_ended;
    account_.done_at = std::max(account_.done_at, outage.until);
  }
  if (!account_.has_recovered) account_.done_at = length;
  return std::move(account_);
}

void NodeWatch::note(sim::Time time, WatchedPod* pod, const trace::RuntimeCall& call) {
  if (call.error || pod == nullptr) return;
  if (call.op == "RunPodSandbox") pod->gets_new_sandbox();
  if (call.op != "StartContainer" || !call.container) return;
  const std::optional<Cause> cause = pod->started(time + call.dur - start_, *call.container);
  if (!cause) return;
  ++account_.restarts.at(static_cast<std::size_t>(*cause));
  ++account_.restarts_of[pod->replica().workload];
  ++second_of(time).restarts;
}

void NodeWatch::note(sim::Time time, WatchedPod* pod, const trace::Environment& world) {
  if (pod == nullptr || world.what != "container_exit" || !world.container) return;
  pod->ended(time - start_, *world.container, world.why == "script");
}

void NodeWatch::note(sim::Time /*time*/, WatchedPod* pod, const trace::Event& event) {
  const std::optional<Cause> cause = cause_of(event);
  if (pod != nullptr && cause && event.field_path) pod->is_killed(container_of(*event.field_path), *cause);
}

Second& NodeWatch::second_of(sim::Time time) {
  return account_.seconds[static_cast<std::uint32_t>(std::chrono::floor<std::chrono::seconds>(time - start_).count())];
}

}  // namespace podreel::fleet
