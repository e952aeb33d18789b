// Probes one container in one way, from the pod's first sync to its end.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/kubelet/prober/probe_results.hpp"
#include "engine/kubelet/prober/probe_type.hpp"
#include "engine/kubelet/prober/prober.hpp"
#include "engine/sync/environment.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// The status that the status manager has of a pod; null if it has none.
using PodStatusOf = std::function<const api::PodStatus*(const api::Text& pod_uid)>;

/// pkg/kubelet/prober/worker.go. Ticks come at creation and then every periodSeconds for the worker's whole life,
/// across restarts of the container. Between ticks it is a timer; a coroutine exists only while a probe is under way.
class ProbeWorker : public std::enable_shared_from_this<ProbeWorker> {
 public:
  struct Dependencies : sync::Environment {
    Prober& prober;
    ProbeResultManager& results;
    PodStatusOf status_of;
    sim::Time kubelet_started_at{};
    /// The worker has ended by itself.
    std::function<void()> on_end;
  };

  ProbeWorker(const Dependencies& dependencies, api::PodPtr pod, std::string container, ProbeType type);

  /// Probes at once, or, shortly after the kubelet's own start, after a random part of the period.
  void start(bool kubelet_is_young);
  void stop();

  /// The runtime has been asked, and the result is not known yet.
  [[nodiscard]] bool is_probing() const noexcept { return probing_; }

  /// The pod's sync, in whose context the worker was started, has been cancelled.
  void cancel_context() noexcept { context_cancelled_ = true; }

  /// A readiness probe is wanted now, since the container has started but is not known to be ready.
  void trigger();

 private:
  [[nodiscard]] timing::Stream stream(timing::Site site) const;
  [[nodiscard]] sim::Duration period() const;
  /// What holds of a container until its first probe; nothing of one that ran before this kubelet did (1.35): what was
  /// reported of it goes on to hold.
  [[nodiscard]] std::optional<decide::ProbeResult> first_result(const api::ContainerStatus& container) const;
  void begin_ticking();
  void tick();
  void next_tick_after(sim::Duration delay);
  void do_probe();
  /// What of the container is to be probed now; sets results on the way. False: the worker ends.
  bool consider(const api::PodStatus& status, std::optional<Prober::Request>& request);
  bool consider_not_running(const api::ContainerStatus& container);
  [[nodiscard]] bool can_restart() const;
  /// A pod that is deleted must not be restarted: its probes report success, and end.
  [[nodiscard]] bool is_ended_by_deletion() const;
  [[nodiscard]] bool is_too_early(const api::ContainerStatus& container) const;
  void see_container(const api::ContainerStatus& container);
  sim::Task<> run(Prober::Request request);
  void judge(decide::ProbeResult result);
  [[nodiscard]] bool waits_for_next_container(decide::ProbeResult result) const;
  void catch_up();
  void end();

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
  sim::EventId next_tick_;
  timing::Stream start_jitter_;
  timing::Stream trigger_race_;
  timing::Stream latency_;
};

}  // namespace podreel::kubelet
