// History of a node, organized for invariants.
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

/// A container of the runtime since its creation. Times are those at which calls take effect.
struct Instance {
  std::string id;
  /// "namespace/name".
  std::string pod;
  std::string container;
  std::string sandbox;
  sim::Time created_at{};
  /// Time of the response to the last call that created or started it.
  sim::Time answered_at{};
  std::optional<sim::Time> started_at;
  std::optional<sim::Time> exited_at;
  std::optional<sim::Time> removed_at;
  std::int32_t exit_code = 0;
  /// It was neither killed nor asked to stop.
  bool exited_by_itself = false;
  /// The kubelet has asked the runtime to stop it.
  bool was_stopped = false;
  /// It was removed without the kubelet.
  bool was_taken_away = false;
  /// The kubelet did not receive the result of its creation or start, because the call had timed out or the kubelet had
  /// stopped.
  bool is_unreported = false;

  [[nodiscard]] bool ran_at(sim::Time time) const;
  [[nodiscard]] bool runs() const { return started_at && !exited_at && !removed_at; }
};

/// A version of a pod in the API since that time.
struct PodVersion {
  sim::Time since{};
  api::PodPtr pod;
};

/// Life of one pod, identified by its UID among pods with the same name.
struct PodLife {
  /// Oldest first; never empty.
  std::vector<PodVersion> versions;
  std::optional<sim::Time> gone_at;

  [[nodiscard]] const api::Pod& last() const { return *versions.back().pod; }
};

/// Limits from the node's settings.
struct Circumstances {
  /// Behaviour of every kubelet that may run.
  std::vector<release::Behaviour> kubelets;
  /// The shortest runtimeRequestTimeout of these kubelets.
  sim::Duration request_timeout{};
  /// The longest maximum crash back-off of these kubelets.
  sim::Duration max_back_off{};
  /// Does not report known faults of releases.
  bool excuse_known_faults = true;

  /// Whether one of the kubelets has the capability, or lacks it.
  [[nodiscard]] bool any_has(release::Capability capability) const;
  [[nodiscard]] bool any_lacks(release::Capability capability) const;
  /// Whether the capability fixes a fault that one of the kubelets has, and known faults are excused.
  [[nodiscard]] bool is_known_bug(release::Capability capability) const {
    return excuse_known_faults && any_lacks(capability);
  }
};

class History final : public trace::Sink {
 public:
  explicit History(Circumstances circumstances) : circumstances_{std::move(circumstances)} {}

  void write(const trace::Record& record) override;
  /// Called as ReplayOptions::watch_pods.
  void observe(sim::Time time, const api::PodPtr& pod, bool gone);
  /// `at_rest`: kubelet, API server and runtime were undisturbed for so long that they have finished all their work.
  void end(sim::Time time, bool at_rest);
  /// Ends the history at an instant with endless events (livelock).
  void end_in_livelock();

  [[nodiscard]] const Circumstances& circumstances() const noexcept { return circumstances_; }
  /// In order of occurrence.
  [[nodiscard]] const std::vector<trace::Record>& records() const noexcept { return records_; }
  /// In order of creation.
  [[nodiscard]] const std::vector<Instance>& instances() const noexcept { return instances_; }
  /// Null if no container was created with that id.
  [[nodiscard]] const Instance* find_instance(std::string_view id) const;
  /// Whether the kubelet knew every instance of the container in that pod. Otherwise it may take a late report for the
  /// newest instance, and ignore what it takes for older ones.
  [[nodiscard]] bool has_complete_record(std::string_view pod, std::string_view container) const;
  /// In the order of their creation in the API.
  [[nodiscard]] const std::vector<PodLife>& pods() const noexcept { return pods_; }
  /// The pod with the name "namespace/name" at the end; null without one.
  [[nodiscard]] const PodLife* living_pod(std::string_view name) const;
  /// The last pod with the name, which may be deleted.
  [[nodiscard]] const PodLife* pod_named(std::string_view name) const;
  /// Whether no other pod ever had the name, in the API or as a static pod.
  [[nodiscard]] bool is_only_of_its_name(std::string_view name) const;
  [[nodiscard]] sim::Time ended_at() const noexcept { return ended_at_; }
  [[nodiscard]] bool is_at_rest() const noexcept { return is_at_rest_ && kubelet_runs_; }
  [[nodiscard]] bool is_livelocked() const noexcept { return is_livelocked_; }

 private:
  void note_call(const trace::Record& record, const trace::RuntimeCall& call);
  void note_creation(const trace::Record& record, const trace::RuntimeCall& call);
  void note_world(const trace::Record& record, const trace::Environment& world);
  /// Adds a container that existed when the scenario began.
  void note_settled(const trace::Record& record, const trace::Environment& world);
  void add(Instance instance);
  [[nodiscard]] Instance* find_instance(std::string_view id);
  /// Records have the start times of calls, so events before the response follow the call's record.
  void note_answer(Instance& instance, const trace::Record& record, const trace::RuntimeCall& call) const;
  /// The kubelet receives no further responses.
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
  bool is_livelocked_ = false;
};

/// Whether the status rejects a pod. A kubelet does so with phase, reason and message alone (rejectPod), also for a pod
/// that ran under the previous kubelet; while the pod's containers may run, with the phase alone.
[[nodiscard]] bool is_rejection(const api::PodStatus& status);

/// Whether some version of the pod is a rejection.
[[nodiscard]] bool was_rejected(const PodLife& life);

/// Whether the pod's spec forbids a restart of this exited regular container. False while it runs, and if it was
/// killed.
[[nodiscard]] bool has_ended_for_good(const api::Pod& pod, const Instance& instance);

/// Hooks and stops take the time that their containers take.
enum class SlowEnds : bool { disturb, are_expected };

/// Whether between these times a runtime call failed or was slow, a kubelet started, stopped or could not work, the API
/// server was unreachable, or a container was removed externally: then deadlines may be missed.
[[nodiscard]] bool is_disturbed(const History& history, sim::Time from, sim::Time until,
                                SlowEnds ends = SlowEnds::disturb);

/// Whether a kubelet started between these times, which only knows what the runtime and the API report.
[[nodiscard]] bool has_kubelet_started(const History& history, sim::Time from, sim::Time until);

}  // namespace podreel::invariants
