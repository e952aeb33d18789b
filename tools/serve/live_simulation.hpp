// A simulated node that advances on request, with its API server.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/apiserver/object_store.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/cluster/cluster.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/simulation/node.hpp"
#include "scenarios/simulation/outside_kubelet.hpp"
#include "tools/serve/field_owners.hpp"
#include "tools/serve/kubelet_statuses.hpp"
#include "tools/serve/node_marks.hpp"
#include "tools/serve/store_memory.hpp"

namespace podreel::serve {

/// Observers of a simulation from its beginning.
struct Observers {
  /// Receives records, with decisions and their reasons. May be null.
  trace::Sink* records = nullptr;
  /// Receives every version of every pod, and, with `gone`, the last version again when the pod is removed. May be
  /// empty.
  std::function<void(sim::Time, const api::PodPtr&, bool gone)> pods{};
};

/// Performs the scenario's timeline by itself; objects, history and records are charged to a budget. The same advances
/// and requests give the same records.
class LiveSimulation final : private trace::Sink {
 public:
  /// `scenario` must outlive the simulation. Without `start` it begins at the time of all replays.
  explicit LiveSimulation(const format::Scenario& scenario, std::uint64_t generation = 0,
                          net::MemoryBudget budget = net::MemoryBudget{},
                          std::optional<sim::Time> start = std::nullopt);
  /// The sink must also outlive the simulation.
  LiveSimulation(const format::Scenario& scenario, Observers observers, net::MemoryBudget budget = net::MemoryBudget{},
                 std::optional<sim::Time> start = std::nullopt);
  /// Uses an external kubelet (Node::use_kubelet) and an external container runtime, which performs the steps for it.
  /// The time is `start` until begin_timeline(). Both references must outlive the simulation.
  LiveSimulation(const format::Scenario& scenario, simulation::OutsideKubelet& kubelet, sim::Time start,
                 net::MemoryBudget budget = net::MemoryBudget{});
  ~LiveSimulation() override { node_.scheduler().clear(); }
  LiveSimulation(const LiveSimulation&) = delete;
  LiveSimulation& operator=(const LiveSimulation&) = delete;

  /// Advances to that time since the start, including its steps. Has no effect for a past time.
  void advance_to(sim::Duration elapsed);
  /// Starts the timeline when an external kubelet is ready.
  void begin_timeline();
  [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }
  [[nodiscard]] bool has_outside_kubelet() const noexcept { return outside_ != nullptr; }
  /// Whether the API server of an external kubelet refuses connections.
  [[nodiscard]] bool is_refusing() { return has_outside_kubelet() && !node_.api_server().is_reachable(); }
  [[nodiscard]] KubeletStatuses& kubelet_statuses() noexcept { return statuses_; }
  /// Must be called after the node was changed.
  void check_node();
  /// Applies the scenario's labels and taints to the node object that an external kubelet registers.
  void mark_registered(nlohmann::json& node) const { mark(node, {}, marks_); }

  [[nodiscard]] sim::Duration elapsed() const { return now() - node_.start_time(); }
  [[nodiscard]] sim::Time now() const { return cluster_.api().now(); }
  /// Returns the time that the constructor got.
  [[nodiscard]] std::optional<sim::Time> given_start() const noexcept { return given_start_; }
  [[nodiscard]] simulation::Node& node() noexcept { return node_; }
  /// Returns the cluster, through which all its objects are changed.
  [[nodiscard]] cluster::Cluster& cluster() noexcept { return cluster_; }
  [[nodiscard]] const cluster::Cluster& cluster() const noexcept { return cluster_; }
  [[nodiscard]] cluster::ClusterApi& api() noexcept { return cluster_.api(); }
  [[nodiscard]] const cluster::ClusterApi& api() const noexcept { return cluster_.api(); }
  [[nodiscard]] FieldOwners& owners() noexcept { return owners_; }
  [[nodiscard]] const FieldOwners& owners() const noexcept { return owners_; }
  [[nodiscard]] const format::Scenario& scenario() const noexcept { return scenario_; }
  /// Changes whenever the simulation is reset to an earlier time.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }
  [[nodiscard]] const StoreMemory& memory() const noexcept { return memory_; }
  /// Makes all later resource versions greater than `last`, and forgets the history.
  void continue_versions(std::uint64_t last);
  [[nodiscard]] const apiserver::ObjectStore& objects() const noexcept { return cluster_.api().objects(); }

  /// Records as `podreel run -o jsonl` prints them, one line each. The first kept one has number first_record().
  [[nodiscard]] const std::deque<std::string>& records() const noexcept { return records_; }
  [[nodiscard]] std::uint64_t first_record() const noexcept { return first_record_; }

 private:
  LiveSimulation(const format::Scenario& scenario, std::uint64_t generation, simulation::OutsideKubelet* kubelet,
                 std::optional<sim::Time> start, Observers observers, net::MemoryBudget budget);
  void write(const trace::Record& record) override;
  /// Creates the objects that a new pod needs.
  void on_pod_arrival(const nlohmann::json& pod);
  void event_written(const trace::Record& record, const trace::EventWrite& event);
  void add_namespace(const std::string& name);
  void mark_node();

  const format::Scenario& scenario_;
  std::uint64_t generation_;
  std::optional<sim::Time> given_start_;
  Observers observers_;
  FieldOwners owners_;
  std::deque<std::string> records_;
  std::uint64_t first_record_ = 0;
  net::MemoryBudget budget_;
  /// Memory of the records.
  net::MemoryBudget::Charge records_charge_;
  std::size_t next_step_ = 0;
  /// Null: the simulation has its own kubelet.
  simulation::OutsideKubelet* outside_;
  bool has_begun_ = true;
  /// Marks on the node of an external kubelet.
  NodeMarks marks_;
  KubeletStatuses statuses_;
  timing::Timing timing_;
  simulation::Node node_;
  StoreMemory memory_;
  cluster::Cluster cluster_;
};

}  // namespace podreel::serve
