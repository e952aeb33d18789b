// The generic PLEG: lists the runtime's pods every second and tells what changed.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/kubelet/pod_cache.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/choices.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"
#include "pleg/pod_records.hpp"

namespace podreel::pleg {

struct GenericPlegOptions {
  /// From the end of one relist to the beginning of the next.
  sim::Duration relist_period = std::chrono::seconds{1};
  /// Older than this, the last relist makes the PLEG unhealthy.
  sim::Duration relist_threshold = std::chrono::minutes{3};
  /// Events that wait for the sync loop; more are dropped and never told again (kubernetes/kubernetes#136408).
  std::size_t channel_capacity = 1000;
  /// The PLEG has been relisting for long when it is started: the kubelet is up already.
  bool has_relisted = false;
  /// False: execute every relist, also one that cannot observe anything new. The timeline is the same.
  bool skip_idle_relists = true;
};

/// pkg/kubelet/pleg/generic.go.
///
/// A relist that can observe nothing new, and for which nobody waits, is accounted for instead of executed: its time is
/// computed when asked for. Of what happens at one instant a relist comes last, so it sees all of it.
class GenericPleg final : public lifecycle::EventGenerator {
 public:
  GenericPleg(const sim::Process& process, runtime::Runtime& runtime, kubelet::PodCache& cache, sim::Choices& choices,
              trace::Recorder& recorder, GenericPlegOptions options = {});

  void start() override;
  std::optional<lifecycle::PodLifecycleEvent> next() override;
  void on_event(std::function<void()> listener) override { on_event_ = std::move(listener); }
  [[nodiscard]] std::optional<std::string> health_problem() const override;

 private:
  void want_relist();
  void relist_due();
  [[nodiscard]] sim::Time next_relist_time() const;
  [[nodiscard]] std::optional<sim::Time> last_completed() const;
  [[nodiscard]] std::optional<sim::Time> last_begun() const;
  sim::Task<> relist();
  /// All that there is, or all that has changed since the last time; in the order of UIDs. A pod that is gone has
  /// neither containers nor sandboxes. No value if the runtime fails.
  sim::Task<std::optional<std::vector<runtime::RunningPod>>> list();
  sim::Task<bool> inspect(const runtime::RunningPod& pod, sim::Time began);
  void tell(const std::string& uid, const std::vector<StateChange>& changes);

  const sim::Process& process_;
  runtime::Runtime& runtime_;
  kubelet::PodCache& cache_;
  trace::Recorder& recorder_;
  GenericPlegOptions options_;
  /// What one relist takes on this node, on top of the runtime's answers.
  sim::Duration relist_cost_;

  PodRecords records_;
  /// Of the runtime, when the last relist began that has completed.
  std::optional<std::uint64_t> listed_version_;
  std::set<std::string> to_reinspect_;
  std::deque<lifecycle::PodLifecycleEvent> channel_;
  std::function<void()> on_event_;

  /// The last relist that was executed: when it began, and when it ended. Idle ones follow it at a fixed distance.
  sim::Time began_{};
  sim::Time ended_{};
  bool scheduled_ = false;
  bool running_ = false;
  bool has_completed_ = false;
};

}  // namespace podreel::pleg
