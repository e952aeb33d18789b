// Reports the node's conditions to the API server.
#pragma once

#include <optional>
#include <string>

#include "engine/apiserver/api_server.hpp"
#include "engine/change_feed.hpp"
#include "engine/kubelet/kubelet_configuration.hpp"
#include "engine/kubelet/node_status/node_conditions.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/events.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

class EvictionManager;
class NodeLister;
class NodeShutdown;
class RuntimeState;

/// Kubelet.syncNodeStatus (pkg/kubelet/kubelet_node_status.go), and the renewal of the node's lease. Every ten seconds,
/// and a little later each time, the runtime is asked for its version and the conditions are written that have changed;
/// ticks that would change nothing are not executed.
class NodeStatusManager {
 public:
  /// All must outlive the manager.
  struct Dependencies {
    const sim::Process& process;
    timing::Timing& timing;
    const release::Behaviour& behaviour;
    runtime::Runtime& runtime;
    apiserver::ApiServer& api_server;
    sync::EventRecorder& events;
    trace::Recorder& recorder;
    const std::string& node_name;
    NodeLister& node_lister;
    const RuntimeState& runtime_state;
    const EvictionManager& eviction;
    const NodeShutdown& shutdown;
    const runtime::ChangeFeed& changes;
    bool skip_idle_work = true;
  };

  NodeStatusManager(const Dependencies& dependencies, const KubeletConfiguration& config);

  /// `setup`: how long from now until the kubelet's loops begin; no value: they have gone on for long, and the API
  /// server knows how the node is.
  void start(std::optional<sim::Duration> setup);
  /// The kubelet ends.
  void stop();

  /// The node's health may have changed: the next tick finds out.
  void recheck();
  /// Reports a change without waiting for a tick.
  void report_now();
  /// The API server has become reachable, or is not any more.
  void connection_changed();

 private:
  sim::Task<> run(std::optional<sim::Duration> setup);
  sim::Task<> start_up();
  /// Records what a kubelet that starts says of itself and of the node (BirthCry, registerWithAPIServer).
  void record_start();
  /// Records the conditions of a node that the kubelet constructs (initialNode).
  void record_node();
  /// Tries to register the node until the API server answers (registerWithAPIServer).
  sim::Task<> register_node();
  /// Tries to delete the node's ResourceSlices until the API server answers (pkg/kubelet/cm/dra/plugin).
  sim::Task<> wipe_resource_slices();
  /// Reports the node as soon as the runtime is up (fastStatusUpdateOnce). Kubelets up to 1.30 may report it before
  /// they have checked the runtime.
  sim::Task<> report_first();
  sim::Task<> pause();
  sim::Task<> report();
  sim::Task<> try_to_report();
  /// Stores what has changed; `records`: and records it.
  void write(const NodeHealth& health, bool records);
  void record(const apiserver::NodeCondition& condition, bool has_new_status);
  void record_event(std::string_view reason);
  void begin_heartbeats();
  [[nodiscard]] NodeHealth health() const;
  /// The node's health may change without a call of recheck().
  [[nodiscard]] bool is_restless() const;
  [[nodiscard]] bool has_news() const;
  [[nodiscard]] sim::Time next_tick() const;

  Dependencies deps_;
  sim::Duration period_;
  sim::Duration heartbeat_period_;
  /// The first ticks.
  sim::Time status_begins_{};
  sim::Time heartbeats_begin_{};
  bool has_begun_ = false;
  std::optional<sim::EventId> parked_;
};

}  // namespace podreel::kubelet
