// The controller that handles lost nodes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/apiserver/api_server.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/format/settings/node_settings.hpp"
#include "scenarios/simulation/taint_evictions.hpp"

namespace podreel::simulation {

/// pkg/controller/nodelifecycle, for one node of a cluster whose other nodes are well: a controller that has lost all
/// its nodes would not act. It checks every five seconds; checks of a node with heartbeats are skipped.
class NodeLifecycle {
 public:
  /// All must outlive the controller.
  struct Dependencies {
    const sim::Process& context;
    timing::Timing& timing;
    trace::Recorder& recorder;
    apiserver::ApiServer& server;
    kubelet::NodeDescription& node;
    /// Behaviour of the controller's release.
    release::Behaviour behaviour;
  };

  NodeLifecycle(Dependencies dependencies, const format::NodeLifecycleSettings& settings);
  ~NodeLifecycle() = default;
  NodeLifecycle(const NodeLifecycle&) = delete;
  NodeLifecycle& operator=(const NodeLifecycle&) = delete;

  /// Called when a pod is added to the node, or removed from it.
  void pod_added(const api::Pod& pod) { evictions_.pod_added(pod); }
  void pod_removed(const std::string& name) { evictions_.pod_removed(name); }

 private:
  /// Requests a check after `time`, which may find a change.
  void schedule_check(sim::Time time);
  void look();
  /// The API server has started or stopped.
  void connection_changed();
  [[nodiscard]] std::string_view ready_status() const;
  /// Time at which the node is lost without a further heartbeat; no value while it sends heartbeats.
  [[nodiscard]] std::optional<sim::Time> lost_at() const;
  void mark_unknown();
  void report_not_ready();
  void mark_pods_not_ready();
  /// Sets the node's taint by its condition Ready.
  void taint(std::string_view status);
  /// Without taints: deletes pods when the node has been lost for a long time.
  void evict_late(std::string_view status);
  void delete_pods();

  Dependencies deps_;
  sim::Duration grace_;
  sim::Duration eviction_timeout_;
  kubelet::Ticker looks_;
  TaintEvictions evictions_;
  /// Start of its checks; the controller restarts with its API server.
  sim::Time since_;
  bool was_ready_ = true;
  /// Time at which the node was first seen not Ready; no value if it is Ready, or if its pods have been deleted.
  std::optional<sim::Time> not_ready_since_;
  std::optional<sim::Time> next_;
  sim::EventId next_look_;
};

}  // namespace podreel::simulation
