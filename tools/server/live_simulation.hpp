// A simulated node that goes on as far as it is told, with what its API server has.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/controllers/cluster.hpp"
#include "scenarios/controllers/object_log.hpp"
#include "scenarios/language/scenario.hpp"
#include "scenarios/simulation/node.hpp"
#include "tools/server/field_owners.hpp"

namespace podreel::server {

/// The timeline of the scenario happens by itself. The same advances and requests give the same records.
class LiveSimulation final : private trace::Sink {
 public:
  /// `scenario` must outlive the simulation.
  explicit LiveSimulation(const language::Scenario& scenario, std::uint64_t generation = 0);
  ~LiveSimulation() override { node_.scheduler().clear(); }
  LiveSimulation(const LiveSimulation&) = delete;
  LiveSimulation& operator=(const LiveSimulation&) = delete;

  /// Up to that instant since the start, with its steps; what is done next belongs to it. Without effect for the past.
  void advance_to(sim::Duration elapsed);
  /// To be called when something has been done to the node.
  void look_at_node();

  [[nodiscard]] sim::Duration elapsed() const { return now() - node_.start_time(); }
  [[nodiscard]] sim::Time now() const { return cluster_.api().now(); }
  [[nodiscard]] simulation::Node& node() noexcept { return node_; }
  /// What is done to the cluster is done through these.
  [[nodiscard]] controllers::Cluster& cluster() noexcept { return cluster_; }
  [[nodiscard]] controllers::ClusterApi& api() noexcept { return cluster_.api(); }
  [[nodiscard]] const controllers::ClusterApi& api() const noexcept { return cluster_.api(); }
  [[nodiscard]] FieldOwners& owners() noexcept { return owners_; }
  [[nodiscard]] const FieldOwners& owners() const noexcept { return owners_; }
  [[nodiscard]] const language::Scenario& scenario() const noexcept { return scenario_; }
  /// Another one after every journey into its past.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }
  [[nodiscard]] const controllers::ObjectLog& objects() const noexcept { return objects_; }

  /// Records as `podreel run -o jsonl` prints them, a line each. The first of those that are kept has number
  /// first_record().
  [[nodiscard]] const std::deque<std::string>& records() const noexcept { return records_; }
  [[nodiscard]] std::uint64_t first_record() const noexcept { return first_record_; }

 private:
  void write(const trace::Record& record) override;
  void pod_changed(const apiserver::ApiServer::Change& change);
  void event_written(const trace::Record& record, const trace::EventWrite& event);
  void add_namespace(const std::string& name);

  const language::Scenario& scenario_;
  std::uint64_t generation_;
  controllers::ObjectLog objects_;
  FieldOwners owners_;
  std::deque<std::string> records_;
  std::uint64_t first_record_ = 0;
  std::size_t next_step_ = 0;
  timing::Timing timing_;
  simulation::Node node_;
  controllers::Cluster cluster_;
};

}  // namespace podreel::server
