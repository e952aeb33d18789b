// The graceful shutdown of a kubelet's node.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/kubelet/active_pods.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/kubelet/shutdown/shutdown_groups.hpp"
#include "engine/kubelet/shutdown/shutdown_periods.hpp"
#include "engine/kubelet/volumes/volume_manager.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/events.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

class NodeStatusManager;

/// pkg/kubelet/nodeshutdown (1.20, KEP-2000): while it holds logind's inhibitor lock, the kubelet stops the node's pods
/// one group after the other.
class NodeShutdown {
 public:
  /// All must outlive the shutdown.
  struct Dependencies {
    const sim::Process& process;
    const release::Behaviour& behaviour;
    const NodeDescription& node;
    PodWorkers& workers;
    sync::EventRecorder& events;
    trace::Recorder& recorder;
    const ActivePods& active_pods;
    VolumeManager& volumes;
    /// Reports the node's condition; null: the shutdown records it itself.
    NodeStatusManager* node_status = nullptr;
  };

  NodeShutdown(const Dependencies& dependencies, const ShutdownPeriods& periods)
      : deps_{dependencies}, phases_{shutdown_phases(periods, deps_.behaviour)} {}

  /// The node is going to shut down. Calls `release_lock` when the pods have been stopped, or their time is over.
  /// False: nothing is delayed, because of this kubelet, or since logind allows no more than `inhibit_delay_max`
  /// (no value: it can be configured to allow everything).
  bool begin(std::optional<sim::Duration> inhibit_delay_max, std::function<void()> release_lock);

  [[nodiscard]] bool is_under_way() const noexcept { return is_under_way_; }
  /// Why the node is not Ready while it is under way.
  static constexpr std::string_view node_error = "node is shutting down";
  /// Rejection of every pod that comes meanwhile.
  [[nodiscard]] Rejection rejection() const;

 private:
  /// Pods that are being stopped at once.
  struct Stopping;

  void record_beginning();
  sim::Task<> stop_pods(std::function<void()> release_lock);
  /// Returns when all are dead, or after `patience`.
  sim::Task<> stop(std::vector<ShutdownGroup> groups, sim::Duration patience);
  sim::Task<> stop_pod(api::PodPtr pod, std::int64_t seconds, sim::Duration waits, std::shared_ptr<Stopping> stopping);

  Dependencies deps_;
  std::vector<ShutdownPhase> phases_;
  bool is_under_way_ = false;
};

}  // namespace podreel::kubelet
