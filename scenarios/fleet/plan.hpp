// How a fleet is upgraded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::fleet {

/// So many nodes, or so many hundredths of a cluster's.
struct Share {
  std::uint32_t nodes = 0;
  /// 0: `nodes` counts.
  std::uint32_t percent = 0;

  /// Of `all`; at least one.
  [[nodiscard]] std::uint32_t of(std::uint32_t all) const noexcept;
};

/// Nodes of a cluster that come before all others, and are looked at.
struct Canaries {
  std::uint32_t nodes = 0;
  /// From when the last of them is done until the others follow.
  sim::Duration watched_for{};
};

/// What ends a plan before all nodes are done. Judged when a batch is done.
struct StopConditions {
  /// More than so many hundredths of the containers on the nodes that had their turn have been restarted.
  std::optional<std::uint32_t> restarted_percent;
  /// A workload with replicas has had none that was ready for longer than this.
  std::optional<sim::Duration> without_ready_replica;
  /// More than so many nodes have pods that were ready before their turn and are not any more at its end.
  std::optional<std::uint32_t> unrecovered_nodes;
};

/// What happens to a node, since its kubelet was stopped, or to the API server in front of it.
struct NodeSteps {
  std::vector<language::Step> steps;
  /// As they are written.
  nlohmann::json written = nlohmann::json::array();

  [[nodiscard]] bool is_empty() const noexcept { return steps.empty(); }
  /// Of `written` the one that `step`, of `steps`, is of.
  [[nodiscard]] const nlohmann::json& written_as(const language::Step& step) const;
};

/// The masters of a cluster come first: all its nodes see at once what happens to their API server.
struct Masters {
  /// What that is, since the cluster was begun.
  NodeSteps steps;
  /// From then until the first of its nodes have their turn.
  sim::Duration watched_for = std::chrono::minutes{10};
};

/// What nodes go through in a plan.
enum class Stage : std::uint8_t { masters, turn };

/// `kubectl drain --ignore-daemonsets`: what a node is rid of before its turn.
struct Drain {
  /// No value: the pods' own.
  std::optional<std::int64_t> grace_period_seconds;
  /// How long a node may take until it is given up; no value: for ever.
  std::optional<sim::Duration> timeout;
  /// Pods are deleted, whatever disruption budgets say.
  bool disable_eviction = false;
  /// Pods that nobody keeps are deleted, too: they are lost.
  bool force = false;
  /// Pods with emptyDir volumes are deleted, too.
  bool delete_empty_dir_data = false;
};

struct Plan {
  std::string name;
  std::string description;
  std::string file;
  /// Of its document: another one for another plan.
  std::string fingerprint;
  /// Names of clusters, the first one first; those that are not named follow in the fleet's order.
  std::vector<std::string> order;
  /// So many clusters at a time.
  std::uint32_t clusters_at_once = 1;
  Canaries canaries;
  Share batch;
  /// Between a batch and the next one.
  sim::Duration pause{};
  /// No value: the API server stays what it is, but for what `node` says.
  std::optional<Masters> masters;
  NodeSteps node;
  /// No value: nodes are upgraded in place. Otherwise each is cordoned and drained before its turn, and uncordoned
  /// after it; those of a batch together.
  std::optional<Drain> drain;
  /// How long a node is looked at, from when its kubelet was stopped.
  sim::Duration watch = std::chrono::minutes{1};
  /// Where pods are not as ready then as they were, it is looked at for so long.
  sim::Duration recovery = std::chrono::minutes{10};
  StopConditions stop;
  /// What happens to the nodes that had their turn when the plan is stopped; nothing: they are left as they are.
  NodeSteps roll_back;

  /// In their order.
  [[nodiscard]] std::vector<Stage> stages() const;
  /// All that may happen to a node.
  [[nodiscard]] std::vector<const NodeSteps*> all_steps() const;
  /// What has its turn when so many nodes of a cluster have had theirs.
  [[nodiscard]] bool are_canaries(std::uint32_t done) const noexcept { return done == 0 && canaries.nodes > 0; }
  /// How many of `all` these are.
  [[nodiscard]] std::uint32_t next_batch(std::uint32_t done, std::uint32_t all) const noexcept {
    return std::min(all - done, are_canaries(done) ? canaries.nodes : batch.of(all));
  }
  /// From a batch's end to the beginning of the next.
  [[nodiscard]] sim::Duration pause_after(bool is_canaries) const noexcept {
    return is_canaries ? canaries.watched_for : pause;
  }
};

}  // namespace podreel::fleet
