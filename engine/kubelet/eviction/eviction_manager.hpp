// Takes pods away while the node is short of something.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/eviction/eviction_configuration.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/events.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// The eviction manager's view of its kubelet.
class EvictionHost {
 public:
  virtual ~EvictionHost() = default;

  /// Pods that have not ended (ActivePodsFunc).
  [[nodiscard]] virtual std::vector<api::PodPtr> active_pods() const = 0;
  /// Takes away dead containers (ContainerGC.DeleteAllUnusedContainers).
  virtual sim::Task<> delete_unused_containers() = 0;
  /// Takes away images that nobody uses (ImageGC.DeleteUnusedImages).
  virtual sim::Task<> delete_unused_images() = 0;
  /// Nothing of the pod is left that takes anything (PodCleanedUpFunc).
  [[nodiscard]] virtual bool is_cleaned_up(const api::Pod& pod) const = 0;
  /// The node's conditions have changed. False: the manager is to report them itself.
  virtual bool report_pressure() = 0;
};

/// pkg/kubelet/eviction: looks at the node's usage every ten seconds, reports its conditions, and while a threshold is
/// met frees what the node itself can give, and then evicts one pod after the other.
class EvictionManager final : public sim::IdleSleeper {
 public:
  /// All must outlive the manager.
  struct Dependencies {
    const sim::Process& process;
    const release::Behaviour& behaviour;
    const NodeDescription& node;
    const runtime::Runtime& runtime;
    PodWorkers& workers;
    sync::EventRecorder& events;
    trace::Recorder& recorder;
    EvictionHost& host;
    /// Treatment of looks at the node's usage while nothing can have changed.
    sim::IdleWork idle_work = sim::IdleWork::skipped;
  };

  EvictionManager(const Dependencies& dependencies, const EvictionConfiguration& configuration)
      : IdleSleeper{"looks at the node's usage"},
        deps_{dependencies},
        configuration_{configuration},
        thresholds_{thresholds_of(configuration)} {}

  /// Its loop begins after that time; without effect where nobody measures the node's usage.
  void start(sim::Duration setup);
  /// The next look is executed.
  void invalidate(const memory::Text& pod_uid) override;
  /// Conditions of node_pressures that the node has, in their order.
  [[nodiscard]] const std::vector<std::string_view>& conditions() const noexcept { return conditions_; }
  /// Why a pod is not admitted under the node's conditions.
  [[nodiscard]] std::optional<Rejection> rejection(const api::Pod& pod) const;

 private:
  using Thresholds = std::vector<EvictionThreshold>;

  sim::Task<> run(sim::Duration setup);
  /// Returns whether a pod was evicted.
  sim::Task<bool> synchronize();
  /// Until the next look that can find something else.
  sim::Task<> pause();
  [[nodiscard]] Thresholds met_by(const runtime::NodeUsage& usage) const;
  void observe(const Thresholds& met);
  /// Returns the thresholds whose grace period is over.
  [[nodiscard]] Thresholds due() const;
  void report(std::vector<std::string_view> conditions);
  /// Returns whether that was enough.
  sim::Task<bool> reclaim_from_node(EvictionSignal signal);
  sim::Task<bool> evict_one(EvictionThreshold threshold, runtime::NodeUsage usage);
  /// Returns the grace period in seconds that an eviction asks for; 0: the pod's own.
  [[nodiscard]] std::int64_t grace_of(const EvictionThreshold& threshold, const api::Pod& pod) const;
  /// Waits for the pod to be cleaned up, in releases that do.
  sim::Task<> wait_for_cleanup(api::PodPtr pod);

  Dependencies deps_;
  EvictionConfiguration configuration_;
  Thresholds thresholds_;
  /// Thresholds whose grace period is over, and whose minimum reclaim has not been reached.
  Thresholds met_;
  /// With when they were first met.
  std::vector<std::pair<EvictionThreshold, sim::Time>> first_observed_;
  /// "MemoryPressure" …, in the order of their names, with when they last had a cause.
  std::map<std::string_view, sim::Time> last_observed_;
  std::vector<std::string_view> conditions_;
  /// An input has changed since the last look.
  bool has_changed_ = false;
  /// Before that no look finds a threshold met, unless an input changes; only where that is checked.
  std::optional<sim::Time> idle_until_;
  std::optional<sim::EventId> parked_;
};

}  // namespace podreel::kubelet
