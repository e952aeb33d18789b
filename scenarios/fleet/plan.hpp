// Upgrade plan of a fleet.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/label_selector.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::fleet {

/// A number of nodes, or a percentage of a cluster's nodes.
struct Share {
  std::uint32_t nodes = 0;
  /// If 0, `nodes` applies.
  std::uint32_t percent = 0;

  /// Returns the share of `all`, at least one.
  [[nodiscard]] std::uint32_t of(std::uint32_t all) const noexcept;
};

/// Nodes of a cluster that are upgraded first and then observed.
struct Canaries {
  /// Number of nodes. 0: all that match, or none if they are not selected.
  std::uint32_t nodes = 0;
  /// Time between the last of them and the next batch.
  sim::Duration watched_for{};
  /// They are in this pool and zone; empty: in any.
  std::string node_pool{};
  std::string zone{};
  /// They have these labels.
  api::LabelSelector labels{};

  /// Returns whether only some nodes can be canaries.
  [[nodiscard]] bool are_selected() const noexcept {
    return !node_pool.empty() || !zone.empty() || !labels.match_expressions.empty();
  }
};

/// Maintenance windows of equal length, in which batches may begin. Times are since the plan began.
struct Windows {
  sim::Duration first{};
  sim::Duration every = std::chrono::hours{24};
  sim::Duration length = std::chrono::hours{24};

  /// Returns the beginning of the first window that begins at `time` or later.
  [[nodiscard]] sim::Duration next_beginning(sim::Duration time) const noexcept {
    if (time <= first) return first;
    return first + (time - first + every - sim::Duration{1}) / every * every;
  }
  /// Returns `time` if it is in a window, and the beginning of the next window otherwise. `time` is since the beginning
  /// of a window.
  [[nodiscard]] sim::Duration in_window(sim::Duration time) const noexcept {
    const sim::Duration since = time % every;
    return since < length ? time : time - since + every;
  }
};

/// Conditions that end a plan early, checked after each batch.
struct StopConditions {
  /// More than this percentage of the containers on upgraded nodes has restarted.
  std::optional<std::uint32_t> restarted_percent;
  /// A workload with replicas had none that was ready for longer than this.
  std::optional<sim::Duration> without_ready_replica;
  /// More than this number of nodes have pods that were ready before the upgrade and are not at its end.
  std::optional<std::uint32_t> unrecovered_nodes;

  [[nodiscard]] bool has_any() const noexcept {
    return restarted_percent || without_ready_replica || unrecovered_nodes;
  }
};

/// Steps of a node, since its kubelet was stopped, or of the API server.
struct NodeSteps {
  std::vector<format::Step> steps;
  /// As in the input.
  nlohmann::json written = nlohmann::json::array();

  [[nodiscard]] bool is_empty() const noexcept { return steps.empty(); }
  /// Returns the entry of `written` from which `step`, of `steps`, was expanded.
  [[nodiscard]] const nlohmann::json& written_as(const format::Step& step) const;
};

/// Upgrade of a cluster's control plane before its nodes: all nodes see its steps at once.
struct Masters {
  /// Since the cluster's start.
  NodeSteps steps;
  /// Time from then until the upgrade of its first nodes.
  sim::Duration watched_for = std::chrono::minutes{10};
};

/// Stages of a node in a plan.
enum class Stage : std::uint8_t { masters, turn };

/// `kubectl drain --ignore-daemonsets` of a node before its upgrade.
struct Drain {
  /// No value: the pods' own.
  std::optional<std::int64_t> grace_period_seconds;
  /// Maximum time for a node; no value: no limit.
  std::optional<sim::Duration> timeout;
  /// Deletes pods without regard to disruption budgets.
  bool disable_eviction = false;
  /// Deletes pods without a controller, too: they are lost.
  bool force = false;
  /// Deletes pods with emptyDir volumes, too.
  bool delete_empty_dir_data = false;
};

struct Plan {
  std::string name;
  std::string description;
  std::string file;
  /// Hash of its document; it differs between plans.
  std::string fingerprint;
  /// Names of clusters, the first one first; the others follow in the fleet's order.
  std::vector<std::string> order;
  /// Number of clusters that are upgraded at the same time.
  std::uint32_t clusters_at_once = 1;
  Canaries canaries;
  Share batch;
  /// Between batches.
  sim::Duration pause{};
  /// No value: the API server changes only by steps of `node`.
  std::optional<Masters> masters;
  NodeSteps node;
  /// No value: nodes are upgraded in place. Otherwise the nodes of a batch are cordoned and drained together before
  /// their upgrade, and uncordoned after it.
  std::optional<Drain> drain;
  /// Time for which a node is observed after its kubelet was stopped.
  sim::Duration watch = std::chrono::minutes{1};
  /// Time for which it is observed if its pods have not recovered by then.
  sim::Duration recovery = std::chrono::minutes{10};
  /// No value: batches begin at any time. The upgrade of a cluster begins with a window.
  std::optional<Windows> windows;
  StopConditions stop;
  /// Time at which the plan is stopped, if it has not been before, and upgraded nodes are rolled back.
  std::optional<sim::Duration> roll_back_at;
  /// Steps for upgraded nodes when the plan is stopped; without steps they stay as they are.
  NodeSteps roll_back;

  /// In their order.
  [[nodiscard]] std::vector<Stage> stages() const;
  /// Returns all steps of a node.
  [[nodiscard]] std::vector<const NodeSteps*> all_steps() const;
  /// Size of the next batch of `all` nodes, of which the first `num_canaries` are canaries.
  [[nodiscard]] std::uint32_t next_batch(std::uint32_t done, std::uint32_t all,
                                         std::uint32_t num_canaries) const noexcept {
    return std::min(all - done, done < num_canaries ? num_canaries : batch.of(all));
  }
  /// From a batch's end to the beginning of the next.
  [[nodiscard]] sim::Duration pause_after(bool is_canaries) const noexcept {
    return is_canaries ? canaries.watched_for : pause;
  }
};

}  // namespace podreel::fleet
