// A simulated node that goes on as far as it is told, with what its API server has.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
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

namespace podreel::server {

/// Who is told of all that happens, from the beginning on.
struct Audience {
  /// Of records that say what was decided, and why. Null: nobody.
  trace::Sink* records = nullptr;
  /// Of every version of every pod, and, with `gone`, of the last one again when it is gone; may be empty.
  std::function<void(sim::Time, const api::PodPtr&, bool gone)> pods{};
};

/// The timeline of the scenario happens by itself. The same advances and requests give the same records.
class LiveSimulation final : private trace::Sink {
 public:
  /// `scenario` must outlive the simulation.
  explicit LiveSimulation(const language::Scenario& scenario, std::uint64_t generation = 0);
  /// The sink must outlive it, too.
  LiveSimulation(const language::Scenario& scenario, Audience audience);
  /// The kubelet is this one (Node::use_kubelet), and the container runtime is elsewhere, too: what steps do to it is
  /// left to that. It is `start`, and stays so, until the timeline is begun. Both references must outlive it.
  LiveSimulation(const language::Scenario& scenario, simulation::OutsideKubelet& kubelet, sim::Time start);
  ~LiveSimulation() override { node_.scheduler().clear(); }
  LiveSimulation(const LiveSimulation&) = delete;
  LiveSimulation& operator=(const LiveSimulation&) = delete;

  /// Up to that instant since the start, with its steps; what is done next belongs to it. Without effect for the past.
  void advance_to(sim::Duration elapsed);
  /// Of a kubelet from outside: it is as the scenario begins with it, and the timeline begins.
  void begin_timeline();
  [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }
  [[nodiscard]] bool has_outside_kubelet() const noexcept { return outside_ != nullptr; }
  [[nodiscard]] KubeletStatuses& kubelet_statuses() noexcept { return statuses_; }
  /// To be called when something has been done to the node.
  void look_at_node();
  /// The object of the node that a kubelet from outside registers gets what the scenario says of it.
  void mark_registered(nlohmann::json& node) const { mark(node, {}, marks_); }

  [[nodiscard]] sim::Duration elapsed() const { return now() - node_.start_time(); }
  [[nodiscard]] sim::Time now() const { return cluster_.api().now(); }
  [[nodiscard]] simulation::Node& node() noexcept { return node_; }
  /// What is done to the cluster is done through these.
  [[nodiscard]] controllers::Cluster& cluster() noexcept { return cluster_; }
  [[nodiscard]] const controllers::Cluster& cluster() const noexcept { return cluster_; }
  [[nodiscard]] controllers::ClusterApi& api() noexcept { return cluster_.api(); }
  [[nodiscard]] const controllers::ClusterApi& api() const noexcept { return cluster_.api(); }
  [[nodiscard]] FieldOwners& owners() noexcept { return owners_; }
  [[nodiscard]] const FieldOwners& owners() const noexcept { return owners_; }
  [[nodiscard]] const language::Scenario& scenario() const noexcept { return scenario_; }
  /// Another one after every journey into its past.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }
  [[nodiscard]] const apiserver::ObjectStore& objects() const noexcept { return cluster_.api().objects(); }

  /// Records as `podreel run -o jsonl` prints them, a line each. The first of those that are kept has number
  /// first_record().
  [[nodiscard]] const std::deque<std::string>& records() const noexcept { return records_; }
  [[nodiscard]] std::uint64_t first_record() const noexcept { return first_record_; }

 private:
  LiveSimulation(const language::Scenario& scenario, std::uint64_t generation, simulation::OutsideKubelet* kubelet,
                 std::optional<sim::Time> start, Audience audience);
  void write(const trace::Record& record) override;
  /// It is new: what it needs beside it is there first.
  void pod_comes(const nlohmann::json& pod);
  void event_written(const trace::Record& record, const trace::EventWrite& event);
  void add_namespace(const std::string& name);
  void mark_node();

  const language::Scenario& scenario_;
  std::uint64_t generation_;
  Audience audience_;
  FieldOwners owners_;
  std::deque<std::string> records_;
  std::uint64_t first_record_ = 0;
  std::size_t next_step_ = 0;
  /// Null: it is the simulation's own.
  simulation::OutsideKubelet* outside_;
  bool has_begun_ = true;
  /// As the node of a kubelet from outside has them.
  NodeMarks marks_;
  KubeletStatuses statuses_;
  timing::Timing timing_;
  simulation::Node node_;
  controllers::Cluster cluster_;
};

}  // namespace podreel::server
