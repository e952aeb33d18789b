// Probes one container in one way, from the pod's first sync to its end.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/kubelet/prober/probe_results.hpp"
#include "engine/kubelet/prober/probe_ticks.hpp"
#include "engine/kubelet/prober/probe_type.hpp"
#include "engine/kubelet/prober/prober.hpp"
#include "engine/kubelet/status/pod_status_provider.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sync/sync_dependencies.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// Owns probe workers.
class ProbeWorkerOwner {
 public:
  virtual ~ProbeWorkerOwner() = default;
  /// A worker has ended.
  virtual void remove_worker(const memory::Text& pod_uid, std::string_view container, ProbeType type) = 0;
};

/// pkg/kubelet/prober/worker.go. Ticks come at creation and then every periodSeconds for the worker's whole life,
/// across restarts of the container. Between ticks it is a timer; a coroutine exists only while a probe is under way.
///
/// Ticks that find nothing to probe, or would see the same success again, are skipped: ProbeTicks accounts for them
/// when somebody asks, or when an input changes. For that to be the same as executing them, ticks and results come
/// first in their instants.
class ProbeWorker : public std::enable_shared_from_this<ProbeWorker> {
 public:
  struct Dependencies : sync::SyncDependencies {
    Prober& prober;
    ProbeResultManager& results;
    const PodStatusProvider& statuses;
    ProbeWorkerOwner& owner;
    /// Declares the inputs of ticks that are skipped.
    const sim::IdleSleeper& sleeper;
    sim::IdleWork idle_work = sim::IdleWork::executed;
    sim::Time kubelet_started_at{};
    /// Among the kubelet's workers, from 0.
    std::uint64_t number = 0;
  };

  ProbeWorker(const Dependencies& dependencies, api::PodPtr pod, std::string container, ProbeType type);

  /// Probes at once, or, shortly after the kubelet's own start, after a random part of the period.
  void start(bool kubelet_is_young);
  void stop();

  /// The probe is under way; its result is not known yet.
  [[nodiscard]] bool is_probing();

  /// Executes ticks again, since the pod's reported status or the runtime has changed.
  void invalidate();

  /// The pod's sync, in whose context the worker was started, has been cancelled.
  void cancel_context();

  /// A readiness probe is wanted now, since the container has started but is not known to be ready. Returns the time
  /// until it begins.
  sim::Duration trigger();

 private:
  /// Keys of choices about all probes of the container, and about this one.
  [[nodiscard]] std::string container_key() const;
  [[nodiscard]] std::string probe_key() const;
  [[nodiscard]] sim::Duration period() const;
  /// Returns what holds of a container until its first probe; nothing of one that ran before this kubelet did (1.35):
  /// what was reported of it goes on to hold.
  [[nodiscard]] std::optional<decide::ProbeResult> first_result(const api::ContainerStatus& container) const;
  void begin_ticking();
  void tick();
  void tick_at(sim::Time when);
  [[nodiscard]] std::uint64_t tick_order() const noexcept { return 2 * deps_.number; }
  /// Begins a probe out of turn, if one is due, which runs after `delay`.
  void answer_trigger(sim::Duration delay);
  /// Runs a probe, if one is due, after `delay`.
  void do_probe(sim::Duration delay = {});
  struct TickPlan {
    /// The worker ends.
    bool is_last = false;
    /// The probe that is to be run now.
    std::optional<Prober::Request> request = std::nullopt;
    /// Without a request: there will not be any before, unless an input changes.
    sim::Time idle_until = sim::Time::max();
  };
  /// Sets results on the way.
  [[nodiscard]] TickPlan consider(const api::PodStatus& status);
  [[nodiscard]] Prober::Request request_of(const api::PodStatus& status) const;
  /// The container does not run: its probes have failed. False: and there will not be another.
  bool outlives(const api::ContainerStatus& container);
  /// Returns whether a container that has ended with `exit_code` runs again, or all of its pod do.
  [[nodiscard]] bool restarts_after(std::int32_t exit_code) const;
  /// A pod that is deleted must not be restarted: its probes report success, and end.
  [[nodiscard]] bool is_ended_by_deletion() const;
  void see_container(const api::ContainerStatus& container);
  [[nodiscard]] sim::Time end_of_initial_delay(const api::ContainerStatus& container) const;
  sim::Task<> run(Prober::Request request, sim::Duration delay);
  void conclude(std::optional<decide::ProbeResult> result);
  void evaluate(decide::ProbeResult result);
  [[nodiscard]] bool waits_for_next_container(decide::ProbeResult result) const;
  void catch_up();
  void end();

  using Skipped = ProbeTicks::Skipped;
  /// Ticks before `until` would do no more than `what`.
  void skip_ticks_until(sim::Time until, Skipped what);
  void skip_ticks_if_probes_repeat();
  /// Counts the ticks that were skipped, and executes those that come. A probe that one of them would have begun may be
  /// under way then.
  void execute_ticks();
  /// The expected work of ticks before that instant, where it is checked.
  struct Expectation {
    Skipped what;
    sim::Time until;
  };
  [[nodiscard]] bool expects(Skipped what) const;
  /// Throws if a tick that would have been skipped does more than was expected.
  void check_tick(const TickPlan& turn, std::uint64_t results_before) const;
  [[nodiscard]] std::string describe() const;

  Dependencies deps_;
  api::PodPtr pod_;
  std::string container_name_;
  ProbeType type_;
  const api::Container* container_;
  const api::Probe* spec_;
  bool is_sidecar_ = false;

  std::string container_id_;
  bool on_hold_ = false;
  decide::ProbeResult last_result_ = decide::ProbeResult::unknown;
  std::int32_t result_run_ = 0;
  bool has_begun_ = false;
  bool stopped_ = false;
  bool probing_ = false;
  bool context_cancelled_ = false;
  /// A tick or trigger came while a probe was under way or before the worker began; Go's channels keep one of each.
  bool tick_missed_ = false;
  bool trigger_missed_ = false;
  /// A trigger has woken the worker, which will look at the pod's status.
  bool is_woken_ = false;
  sim::EventId tick_timer_;
  ProbeTicks ticks_;
  std::optional<Expectation> expectation_;
  /// An input has changed since the last tick that was executed.
  bool is_invalidated_ = false;
  timing::Stream start_jitter_;
  timing::Stream trigger_race_;
  timing::Stream trigger_latency_;
  timing::Stream latency_;
};

}  // namespace podreel::kubelet
