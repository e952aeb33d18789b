#include "scenarios/checks/invariants/history.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/looping.hpp"

namespace podreel::invariants {

namespace {

/// As a call or an environment record names it.
template <class Call>
Instance instance_of_call(const trace::Record& record, const Call& named) {
  Instance instance;
  instance.id = named.id.value_or("");
  instance.pod = record.pod;
  instance.container = named.container.value_or("");
  instance.sandbox = named.sandbox.value_or("");
  return instance;
}

/// Maximum duration of a call without a fault. Stops and commands take as long as they are asked to wait for
/// containers, and pulls depend on registries.
sim::Duration max_duration(const trace::RuntimeCall& call) {
  constexpr sim::Duration usual = std::chrono::seconds{10};
  if (call.op == "PullImage") return sim::Duration::max();
  if (call.op != "StopContainer" && call.op != "ExecSync") return usual;
  const std::chrono::seconds named{call.timeout.value_or(0)};
  if (call.op == "StopContainer") return named + usual;
  return named == std::chrono::seconds{} ? sim::Duration::max() : named + std::chrono::seconds{1};
}

/// Whether the kubelet cannot reach the API server from this record on.
bool is_loss(const trace::Api& api) {
  return api.op == "down" || api.op == "node_cut_off";
}

bool is_return(const trace::Api& api) {
  return api.op == "up" || api.op == "node_connected";
}

/// Whether it is a hook, a probe or a stop that did not fail.
bool is_end(const trace::Record& record) {
  const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
  return call != nullptr && !call->error && (call->op == "ExecSync" || call->op == "StopContainer");
}

bool is_without_api_server(const History& history, sim::Time time) {
  bool is_without = false;
  for (const trace::Record& record : history.records()) {
    if (record.time > time) break;
    const auto* api = std::get_if<trace::Api>(&record.payload);
    if (api != nullptr && (is_loss(*api) || is_return(*api))) is_without = is_loss(*api);
  }
  return is_without;
}

bool is_trouble(const trace::Record& record) {
  if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) {
    return call->error || call->dur > max_duration(*call);
  }
  if (const auto* world = std::get_if<trace::Environment>(&record.payload)) return world->what != "container_exit";
  if (const auto* api = std::get_if<trace::Api>(&record.payload)) return is_loss(*api) || is_return(*api);
  return std::holds_alternative<trace::KubeletProcess>(record.payload) ||
         std::holds_alternative<trace::Node>(record.payload);
}

sim::Time end_of(const trace::Record& record) {
  const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
  return call == nullptr ? record.time : record.time + call->dur;
}

}  // namespace

bool Instance::ran_at(sim::Time time) const {
  if (!started_at || time < *started_at) return false;
  return (!exited_at || time < *exited_at) && (!removed_at || time < *removed_at);
}

bool Circumstances::any_has(release::Capability capability) const {
  return std::ranges::any_of(kubelets,
                             [capability](const release::Behaviour& kubelet) { return kubelet.has(capability); });
}

bool Circumstances::any_lacks(release::Capability capability) const {
  return !std::ranges::all_of(kubelets,
                              [capability](const release::Behaviour& kubelet) { return kubelet.has(capability); });
}

void History::write(const trace::Record& record) {
  records_.push_back(record);
  if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) note_call(record, *call);
  if (const auto* world = std::get_if<trace::Environment>(&record.payload)) note_world(record, *world);
  if (const auto* kubelet = std::get_if<trace::KubeletProcess>(&record.payload)) {
    kubelet_runs_ = kubelet->what == "start";
    if (!kubelet_runs_) note_stop(record.time);
  }
}

void History::note_call(const trace::Record& record, const trace::RuntimeCall& call) {
  Instance* instance = find_instance(call.id.value_or(std::string{}));
  if (instance != nullptr && call.op == "StopContainer") instance->was_stopped = true;
  if (instance != nullptr && call.op == "StartContainer") note_answer(*instance, record, call);
  if (call.error) return;
  if (call.op == "CreateContainer") return note_creation(record, call);
  if (call.op == "RemovePodSandbox") {
    for (Instance& other : instances_) {
      if (other.sandbox == call.sandbox && !other.removed_at) other.removed_at = record.time + call.dur;
    }
  }
  if (instance == nullptr) return;
  if (call.op == "RemoveContainer" && !instance->removed_at) instance->removed_at = record.time + call.dur;
  if (call.op == "StartContainer") instance->started_at = record.time + call.dur;
}

void History::note_creation(const trace::Record& record, const trace::RuntimeCall& call) {
  if (!call.id) return;
  Instance created = instance_of_call(record, call);
  created.created_at = record.time + call.dur;
  note_answer(created, record, call);
  add(std::move(created));
}

void History::note_settled(const trace::Record& record, const trace::Environment& world) {
  Instance settled = instance_of_call(record, world);
  settled.created_at = record.time;
  settled.started_at = record.time;
  settled.exit_code = world.exit_code.value_or(0);
  if (world.exit_code) settled.exited_at = record.time;
  add(std::move(settled));
}

void History::add(Instance instance) {
  PODREEL_INVARIANT(!instance.removed_at, "a newly created container has not been removed");
  instance_by_id_.insert_or_assign(instance.id, instances_.size());
  instances_.push_back(std::move(instance));
  PODREEL_INVARIANT(instance_by_id_.size() <= instances_.size(), "every id belongs to a container");
}

void History::note_world(const trace::Record& record, const trace::Environment& world) {
  if (world.what == "container_settled") note_settled(record, world);
  Instance* instance = find_instance(world.id.value_or(std::string{}));
  if (instance == nullptr) return;
  if (world.what == "container_removed") {
    instance->removed_at = record.time;
    instance->was_taken_away = true;
  }
  if (world.what != "container_exit") return;
  instance->exited_at = record.time;
  instance->exit_code = world.exit_code.value_or(0);
  instance->exited_by_itself = world.why == "script" || world.why == "action";
}

void History::note_answer(Instance& instance, const trace::Record& record, const trace::RuntimeCall& call) const {
  instance.answered_at = record.time + call.dur;
  instance.is_unreported |= call.dur > circumstances_.request_timeout;
}

void History::note_stop(sim::Time time) {
  for (Instance& instance : instances_) instance.is_unreported |= instance.answered_at > time;
}

const Instance* History::find_instance(std::string_view id) const {
  const auto found = instance_by_id_.find(id);
  return found == instance_by_id_.end() ? nullptr : &instances_[found->second];
}

Instance* History::find_instance(std::string_view id) {
  return const_cast<Instance*>(std::as_const(*this).find_instance(id));
}

bool History::has_complete_record(std::string_view pod, std::string_view container) const {
  // Every five seconds an evented PLEG treats its whole state as new, so a sync may miss a container that the previous
  // sync has started while its event is under way.
  if (circumstances_.any_has(release::evented_pleg)) return false;
  return std::ranges::none_of(instances_, [&](const Instance& instance) {
    return instance.is_unreported && instance.pod == pod && instance.container == container;
  });
}

void History::observe(sim::Time time, const api::PodPtr& pod, bool gone) {
  const auto [place, is_new] = pod_by_uid_.try_emplace(std::string{pod->metadata.uid}, pods_.size());
  if (is_new) pods_.emplace_back();
  PodLife& life = pods_[place->second];
  PODREEL_INVARIANT(pod_by_uid_.size() == pods_.size(), "a UID is one pod's life");
  life.versions.push_back({time, pod});
  if (gone) life.gone_at = time;
}

void History::end_in_livelock() {
  end(records_.empty() ? sim::Time{} : records_.back().time, false);
  is_livelocked_ = true;
}

void History::end(sim::Time time, bool at_rest) {
  ended_at_ = time;
  is_at_rest_ = at_rest;
}

const PodLife* History::pod_named(std::string_view name) const {
  const auto newest = std::find_if(pods_.rbegin(), pods_.rend(),
                                   [name](const PodLife& life) { return api::full_name(life.last()) == name; });
  return newest == pods_.rend() ? nullptr : &*newest;
}

const PodLife* History::living_pod(std::string_view name) const {
  const PodLife* life = pod_named(name);
  return life == nullptr || life->gone_at ? nullptr : life;
}

bool History::is_only_of_its_name(std::string_view name) const {
  const auto has_name = [name](const PodLife& life) { return api::full_name(life.last()) == name; };
  const auto first = std::ranges::find_if(pods_, has_name);
  return first != pods_.end() && !first->last().is_static() &&
         std::find_if(std::next(first), pods_.end(), has_name) == pods_.end();
}

bool is_rejection(const api::PodStatus& status) {
  if (!status.container_statuses.empty()) return false;
  if (status.phase == api::PodPhase::running) return true;
  return status.phase == api::PodPhase::failed && status.reason != "DeadlineExceeded" && status.reason != "Preempting";
}

bool was_rejected(const PodLife& life) {
  return std::ranges::any_of(life.versions,
                             [](const PodVersion& version) { return is_rejection(version.pod->status); });
}

bool has_ended_for_good(const api::Pod& pod, const Instance& instance) {
  const api::FoundContainer found = find_container(*pod.spec, instance.container);
  if (found.container == nullptr || found.kind != api::ContainerKind::regular) return false;
  const bool has_rules = std::ranges::any_of(
      pod.spec->containers, [](const api::Container& container) { return !container.restart_policy_rules.empty(); });
  // Stopped containers, after a failed probe or a changed definition, must be restarted.
  if (has_rules || !instance.exited_at || !instance.exited_by_itself || instance.was_stopped) return false;
  switch (found.container->restart_policy.value_or(pod.spec->restart_policy)) {
    case api::RestartPolicy::never:
      return true;
    case api::RestartPolicy::on_failure:
      return instance.exit_code == 0;
    default:
      return false;
  }
}

bool is_disturbed(const History& history, sim::Time from, sim::Time until, SlowEnds ends) {
  const auto is_within = [&](const trace::Record& record) {
    if (ends == SlowEnds::are_expected && is_end(record)) return false;
    return record.time <= until && end_of(record) >= from && is_trouble(record);
  };
  return is_without_api_server(history, from) || std::ranges::any_of(history.records(), is_within);
}

bool has_kubelet_started(const History& history, sim::Time from, sim::Time until) {
  return std::ranges::any_of(history.records(), [&](const trace::Record& record) {
    const auto* process = std::get_if<trace::KubeletProcess>(&record.payload);
    return process != nullptr && process->what == "start" && record.time >= from && record.time <= until;
  });
}

}  // namespace podreel::invariants
