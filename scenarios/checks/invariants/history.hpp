// What happened on a node, put in order for those who judge it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/time.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::invariants {

/// One container of the runtime, from its creation on. Times are those at which a call has done what it does.
struct Instance {
  std::string id;
  /// "namespace/name".
  std::string pod;
  std::string container;
  std::string sandbox;
  sim::Time created_at{};
  /// Of the last call that created or started it.
  sim::Time answered_at{};
  std::optional<sim::Time> started_at;
  std::optional<sim::Time> exited_at;
  std::optional<sim::Time> removed_at;
  std::int32_t exit_code = 0;
  /// It was not killed, nor told to end.
  bool exited_by_itself = false;
  /// The kubelet has asked for its end.
  bool was_stopped = false;
  /// It was taken away behind the kubelet's back.
  bool was_taken_away = false;
  /// Nobody waited any more when the runtime got to create it, or to start it, or failed to: the kubelet had given up,
  /// or had ended.
  bool is_unheard = false;

  [[nodiscard]] bool ran_at(sim::Time time) const;
  [[nodiscard]] bool runs() const { return started_at && !exited_at && !removed_at; }
};

/// A pod as the API had it since a point in time.
struct PodVersion {
  sim::Time since{};
  api::PodPtr pod;
};

/// What became of one pod: its UID tells it from others of its name.
struct PodLife {
  /// Oldest first; never empty.
  std::vector<PodVersion> versions;
  std::optional<sim::Time> gone_at;

  [[nodiscard]] const api::Pod& last() const { return *versions.back().pod; }
};

/// What of the node's settings bounds what may happen on it.
struct Circumstances {
  /// Of every kubelet that may run.
  std::vector<release::Behaviour> kubelets;
  /// The shortest of their runtimeRequestTimeouts.
  sim::Duration request_timeout{};
  /// The longest of their longest crash back-offs.
  sim::Duration longest_back_off{};
  /// What releases are known to get wrong is nothing to be told of.
  bool excuse_known_faults = true;

  /// One of the kubelets has the capability, or lacks it.
  [[nodiscard]] bool any_has(release::Capability capability) const;
  [[nodiscard]] bool any_lacks(release::Capability capability) const;
  /// The capability mended a fault, one of the kubelets lacks it, and known faults are excused.
  [[nodiscard]] bool is_known_bug(release::Capability capability) const {
    return excuse_known_faults && any_lacks(capability);
  }
};

class History final : public trace::Sink {
 public:
  explicit History(Circumstances circumstances) : circumstances_{std::move(circumstances)} {}

  void write(const trace::Record& record) override;
  /// As ReplayOptions::watch_pods tells of it.
  void observe(sim::Time time, const api::PodPtr& pod, bool gone);
  /// `at_rest`: kubelet, API server and runtime had been undisturbed for so long that all they had to do is done.
  void end(sim::Time time, bool at_rest);
  /// It ended at an instant at which things went on without end.
  void end_in_standstill();

  [[nodiscard]] const Circumstances& circumstances() const noexcept { return circumstances_; }
  /// In the order in which they happened.
  [[nodiscard]] const std::vector<trace::Record>& records() const noexcept { return records_; }
  /// In the order of their creation.
  [[nodiscard]] const std::vector<Instance>& instances() const noexcept { return instances_; }
  /// Null if none was created with that id.
  [[nodiscard]] const Instance* find_instance(std::string_view id) const;
  /// The kubelet knew of every container of that name that the pod got. If not, it may take what it hears of late for
  /// the newest, and leave alone what it takes for older.
  [[nodiscard]] bool knows_all_of(std::string_view pod, std::string_view container) const;
  /// In the order in which they came to the API.
  [[nodiscard]] const std::vector<PodLife>& pods() const noexcept { return pods_; }
  /// The pod that has the name "namespace/name" at the end; null if none has.
  [[nodiscard]] const PodLife* living_pod(std::string_view name) const;
  /// The same of pods that may be gone: the last one.
  [[nodiscard]] const PodLife* pod_named(std::string_view name) const;
  /// No other pod ever had the name, in the API or as a static pod.
  [[nodiscard]] bool is_only_of_its_name(std::string_view name) const;
  [[nodiscard]] sim::Time ended_at() const noexcept { return ended_at_; }
  [[nodiscard]] bool is_at_rest() const noexcept { return is_at_rest_ && kubelet_runs_; }
  [[nodiscard]] bool stands_still() const noexcept { return stands_still_; }

 private:
  void note_call(const trace::Record& record, const trace::RuntimeCall& call);
  void note_creation(const trace::Record& record, const trace::RuntimeCall& call);
  void note_world(const trace::Record& record, const trace::World& world);
  /// It was there when the scenario began.
  void note_settled(const trace::Record& record, const trace::World& world);
  void add(Instance instance);
  [[nodiscard]] Instance* find_instance(std::string_view id);
  /// Records come in the order in which calls began: what happens until the answer is told after it.
  void note_answer(Instance& instance, const trace::Record& record, const trace::RuntimeCall& call) const;
  /// The kubelet hears of no answer any more.
  void note_stop(sim::Time time);

  Circumstances circumstances_;
  std::vector<trace::Record> records_;
  std::vector<Instance> instances_;
  std::map<std::string, std::size_t, std::less<>> instance_by_id_;
  std::vector<PodLife> pods_;
  std::map<std::string, std::size_t, std::less<>> pod_by_uid_;
  bool kubelet_runs_ = true;
  sim::Time ended_at_{};
  bool is_at_rest_ = false;
  bool stands_still_ = false;
};

/// A kubelet tells that it does not admit a pod by phase, reason and message alone (rejectPod), also of one that has
/// run under the kubelet before; as long as the pod's containers may run, by the phase that the API has alone.
[[nodiscard]] bool is_rejection(const api::PodStatus& status);

/// Whether some version of the pod is a rejection.
[[nodiscard]] bool was_rejected(const PodLife& life);

/// Whether nothing may start this regular container again, because its pod is written so. False while it runs, and of
/// what was killed.
[[nodiscard]] bool has_ended_for_good(const api::Pod& pod, const Instance& instance);

/// Whether between these times a runtime call failed or took longer than it should, a kubelet started or stopped or
/// could not work, the API server could not be reached, or somebody took a container away: promises may be late.
[[nodiscard]] bool is_disturbed(const History& history, sim::Time from, sim::Time until);

/// Whether a kubelet started between these times: it knows only what the runtime and the API tell.
[[nodiscard]] bool has_kubelet_started(const History& history, sim::Time from, sim::Time until);

}  // namespace podreel::invariants
