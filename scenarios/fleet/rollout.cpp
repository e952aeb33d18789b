#include "scenarios/fleet/rollout.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "engine/api/counted.hpp"
#include "engine/invariant.hpp"
#include "scenarios/fleet/aggregator.hpp"
#include "scenarios/fleet/availability.hpp"
#include "scenarios/fleet/order.hpp"
#include "scenarios/fleet/stop_causes.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::fleet {

namespace {

Tally tally_of(const NodeResult& account) {
  Tally tally;
  tally.containers = account.containers;
  tally.restarted = account.restarted;
  std::ranges::copy(account.restarts, tally.restarts.begin());
  tally.failed_pods = account.failed_pods;
  tally.unrecovered_nodes = account.has_recovered ? 0 : 1;
  return tally;
}

struct StopReason {
  std::string text;
  NamedNodes nodes;
};

/// Maximum number of a cluster's nodes with equal times that are added at once.
constexpr std::uint32_t max_reported_names = 1'000;

/// A cluster during the plan.
class ClusterRollout {
 public:
  ClusterRollout(const Fleet& fleet, const Plan& plan, std::uint32_t cluster, sim::Duration now, NodeUpgrader& turns,
                 Aggregator& aggregator)
      : fleet_{fleet},
        plan_{plan},
        cluster_{cluster},
        turns_{turns},
        aggregator_{aggregator},
        order_{turn_order(fleet.clusters[cluster], plan)},
        availability_{turns.begin(cluster, order_.nodes)},
        next_at_{now} {
    outcome_.nodes = num_nodes();
    outcome_.begins_at = outcome_.ends_at = now;
    aggregator_.begin(cluster, now);
  }

  [[nodiscard]] bool is_done() const noexcept { return done_ == num_nodes(); }
  [[nodiscard]] sim::Duration next_at() const noexcept { return next_at_; }
  [[nodiscard]] sim::Duration ends_at() const noexcept { return outcome_.ends_at; }

  /// Upgrades the control plane or the next batch. Returns the reason to stop the plan, if any.
  std::optional<StopReason> take_next() {
    return plan_.masters && !outcome_.masters ? upgrade_masters() : take_batch();
  }

  void stop(StopReason reason) {
    outcome_.stopped_because = std::move(reason.text);
    outcome_.stopped_by = std::move(reason.nodes);
  }

  /// Rolls back upgraded nodes from `now` on, batch by batch. `now` is not before ends_at().
  void roll_back(sim::Duration now) {
    PODREEL_INVARIANT(now >= outcome_.ends_at, "a roll-back begins no earlier than the last batch ended");
    next_at_ = now;
    const std::uint32_t batch = plan_.batch.of(num_nodes());
    while (outcome_.rolled_back < done_) {
      const std::uint32_t count = std::min(batch, done_ - outcome_.rolled_back);
      const auto first = order_.nodes.begin() + outcome_.rolled_back;
      const sim::Duration pause = next_at_ - outcome_.ends_at;
      add(turns_.roll_back(cluster_, {first, first + count}, pause), outcome_.rolled_back, -1);
      outcome_.rolled_back += count;
      next_at_ = outcome_.ends_at + plan_.pause;
    }
  }

  [[nodiscard]] ClusterOutcome finish(sim::Duration plan_ends_at) && {
    availability_.finish(plan_ends_at);
    outcome_.drain = turns_.drained(cluster_);
    outcome_.workloads = availability_.workloads();
    turns_.end(cluster_);
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] std::uint32_t num_nodes() const noexcept { return static_cast<std::uint32_t>(order_.nodes.size()); }

  /// Returns the time at which a batch begins that may begin at `time`.
  [[nodiscard]] sim::Duration in_window(sim::Duration time) const {
    if (!plan_.windows) return time;
    return outcome_.begins_at + plan_.windows->in_window(time - outcome_.begins_at);
  }

  void read_drain() {
    outcome_.drain = turns_.drained(cluster_);
    if (outcome_.drain) availability_.place_later(outcome_.drain->placed_later);
  }

  std::optional<StopReason> upgrade_masters() {
    StopCauses stop_causes;
    MastersOutcome& masters = outcome_.masters.emplace();
    const auto all = num_nodes();
    while (masters.nodes < all) {
      const auto counted = static_cast<std::uint32_t>(masters.nodes);
      const std::vector<NodeResult> accounts =
          turns_.upgrade_masters(cluster_, std::min(max_reported_names, all - counted));
      for (std::uint32_t index = 0; index < accounts.size(); ++index) {
        aggregator_.rank(cluster_, order_.nodes[counted + index], Stage::masters, accounts[index]);
        stop_causes.add(order_.nodes[counted + index], accounts[index]);
        masters.Tally::operator+=(tally_of(accounts[index]));
        masters.outages += accounts[index].outages.size();
        outcome_.ends_at = std::max(outcome_.ends_at, next_at_ + accounts[index].done_at);
      }
      masters.nodes += accounts.size();
      availability_.add_some(accounts, next_at_);
      aggregator_.add(cluster_, accounts, next_at_);
    }
    read_drain();
    availability_.add({}, next_at_);
    next_at_ = in_window(std::max(next_at_ + plan_.masters->watched_for, outcome_.ends_at));
    return reason_to_stop(masters, stop_causes);
  }

  std::optional<StopReason> take_batch() {
    StopCauses stop_causes;
    const auto all = num_nodes();
    const bool is_canaries = done_ < order_.canaries;
    const std::uint32_t count = plan_.next_batch(done_, all, order_.canaries);
    const std::vector<NodeResult> accounts = turns_.take(cluster_, count);
    PODREEL_INVARIANT(count > 0 && count <= all - done_, "a batch has nodes that are still to be upgraded");
    PODREEL_INVARIANT(accounts.size() == count, "each node of a batch has a result");
    for (std::uint32_t index = 0; index < count; ++index) {
      aggregator_.rank(cluster_, order_.nodes[done_ + index], Stage::turn, accounts[index]);
      stop_causes.add(order_.nodes[done_ + index], accounts[index]);
    }
    add(accounts, done_, 1);
    done_ += count;
    outcome_.nodes_done = done_ - (outcome_.drain ? outcome_.drain->undrained.size() : 0);
    next_at_ = in_window(outcome_.ends_at + plan_.pause_after(is_canaries));
    return reason_to_stop(outcome_, stop_causes);
  }

  /// Adds a batch that begins at `next_at_`: the nodes from the `first` on are upgraded, or, with `by` < 0, rolled
  /// back.
  void add(const std::vector<NodeResult>& accounts, std::uint32_t first, std::int32_t by) {
    outcome_.ends_at = next_at_;
    read_drain();
    Tally& tally = by < 0 ? outcome_.roll_back : outcome_;
    for (std::uint32_t index = 0; index < accounts.size(); ++index) {
      const sim::Duration done_at = next_at_ + accounts[index].done_at;
      tally += tally_of(accounts[index]);
      outcome_.ends_at = std::max(outcome_.ends_at, done_at);
      if (!was_given_up(order_.nodes[first + index])) aggregator_.note_done(cluster_, done_at, by);
    }
    availability_.add(accounts, next_at_);
    aggregator_.add(cluster_, accounts, next_at_);
  }

  /// Whether the node could not be drained.
  [[nodiscard]] bool was_given_up(std::uint32_t node) const {
    return outcome_.drain &&
           std::ranges::find(outcome_.drain->undrained, node, &UndrainedNode::node) != outcome_.drain->undrained.end();
  }

  /// `tally` is of the control-plane upgrade or of node upgrades; `stop_causes` are of the last batch.
  [[nodiscard]] std::optional<StopReason> reason_to_stop(const Tally& tally, const StopCauses& stop_causes) {
    const StopConditions& stop = plan_.stop;
    if (outcome_.drain && outcome_.drain->stuck_because) return StopReason{*outcome_.drain->stuck_because, {}};
    if (stop.restarted_percent && tally.restarted * 100 > tally.containers * *stop.restarted_percent) {
      return StopReason{fmt::format("{} of {} containers restarted; the plan accepts at most {}%", tally.restarted,
                                    tally.containers, *stop.restarted_percent),
                        stop_causes.restarting()};
    }
    if (stop.unrecovered_nodes && tally.unrecovered_nodes > *stop.unrecovered_nodes) {
      return StopReason{
          fmt::format("{} pods that have not recovered; the plan accepts at most {}",
                      api::counted(tally.unrecovered_nodes, "node has", "nodes have"), *stop.unrecovered_nodes),
          stop_causes.unrecovered()};
    }
    return stop.without_ready_replica ? workload_without_replica(*stop.without_ready_replica, stop_causes)
                                      : std::nullopt;
  }

  [[nodiscard]] std::optional<StopReason> workload_without_replica(sim::Duration max_without_ready,
                                                                   const StopCauses& stop_causes) {
    availability_.finish(outcome_.ends_at);
    const std::vector<WorkloadOutcome>& workloads = availability_.workloads();
    const auto found = std::ranges::find_if(workloads, [max_without_ready](const WorkloadOutcome& workload) {
      return workload.without_ready > max_without_ready;
    });
    if (found == workloads.end()) return std::nullopt;
    const auto index = static_cast<std::uint32_t>(found - workloads.begin());
    return StopReason{
        fmt::format("{} had no ready replica for {}; the plan accepts at most {}",
                    title(fleet_.clusters[cluster_].workloads[index]), format::duration_text(found->without_ready),
                    format::duration_text(max_without_ready)),
        stop_causes.interrupting(index)};
  }

  const Fleet& fleet_;
  const Plan& plan_;
  std::uint32_t cluster_;
  NodeUpgrader& turns_;
  Aggregator& aggregator_;
  TurnOrder order_;
  Availability availability_;
  sim::Duration next_at_;
  std::uint32_t done_ = 0;
  ClusterOutcome outcome_;
};

/// All clusters, by the time of their next batch.
class Rollout {
 public:
  Rollout(const Fleet& fleet, const Plan& plan, NodeUpgrader& turns)
      : fleet_{fleet},
        plan_{plan},
        turns_{turns},
        aggregator_{fleet.clusters.size()},
        waiting_{cluster_order(fleet, plan)} {
    std::ranges::reverse(waiting_);
  }

  Outcome run() {
    while (in_work_.size() < plan_.clusters_at_once && !waiting_.empty()) begin_next(sim::Duration{});
    while (!in_work_.empty() && !stopped_ && !must_roll_back()) {
      const auto next = std::ranges::min_element(in_work_, {}, [](const auto& entry) {
        return std::pair{entry.second.next_at(), entry.first};
      });
      ClusterRollout& cluster = next->second;
      settle();
      if (auto reason = cluster.take_next()) {
        stop(next->first, std::move(*reason));
      } else if (cluster.is_done()) {
        const sim::Duration now = cluster.ends_at();
        complete(next->first, now);
        if (!waiting_.empty()) begin_next(now);
      }
    }
    if (!stopped_ && plan_.roll_back_at) roll_back_as_planned(*plan_.roll_back_at);
    return std::move(aggregator_).finish();
  }

 private:
  void begin_next(sim::Duration now) {
    const std::uint32_t cluster = waiting_.back();
    waiting_.pop_back();
    const sim::Duration begin = plan_.windows ? plan_.windows->next_beginning(now) : now;
    in_work_.try_emplace(cluster, fleet_, plan_, cluster, begin, turns_, aggregator_);
  }

  /// Processes events before the end of the last batch of each cluster: later batches report no earlier ones.
  void settle() {
    const auto first = std::ranges::min_element(in_work_, {}, [](const auto& entry) { return entry.second.ends_at(); });
    aggregator_.settle(first->second.ends_at());
  }

  /// Returns whether no further batch begins before the planned roll-back.
  [[nodiscard]] bool must_roll_back() const {
    return plan_.roll_back_at && std::ranges::all_of(in_work_, [this](const auto& entry) {
             return entry.second.next_at() >= *plan_.roll_back_at;
           });
  }

  /// Takes a cluster whose nodes are all upgraded; a planned roll-back may follow.
  void complete(std::uint32_t cluster, sim::Duration now) {
    if (!plan_.roll_back_at) return finish(cluster, now);
    upgraded_.insert(in_work_.extract(cluster));
  }

  void roll_back_as_planned(sim::Duration at) {
    const std::string reason = fmt::format("rolled back at {}, as planned", format::duration_text(at));
    in_work_.merge(upgraded_);
    for (auto& [cluster, stopping] : in_work_) stopping.stop({reason, {}});
    end_all(at, reason);
  }

  void finish(std::uint32_t cluster, sim::Duration now) {
    Outcome& outcome = aggregator_.outcome();
    outcome.ends_at = std::max(outcome.ends_at, now);
    outcome.clusters[cluster] = std::move(in_work_.at(cluster)).finish(now);
    in_work_.erase(cluster);
  }

  /// Starts no further batch in any cluster.
  void stop(std::uint32_t where, StopReason reason) {
    stopped_ = true;
    aggregator_.outcome().stopped_in = where;
    const sim::Duration now = in_work_.at(where).ends_at();
    const std::string elsewhere = fmt::format("stopped in {}", fleet_.clusters[where].name);
    for (auto& [cluster, stopping] : in_work_) {
      stopping.stop(cluster == where ? std::move(reason) : StopReason{elsewhere, {}});
    }
    end_all(now, elsewhere);
    while (!upgraded_.empty()) {
      in_work_.insert(upgraded_.extract(upgraded_.begin()));
      finish(in_work_.begin()->first, in_work_.begin()->second.ends_at());
    }
  }

  /// Rolls back the clusters at work from `now` on. Those that wait are not begun, for that reason.
  void end_all(sim::Duration now, const std::string& reason) {
    while (!in_work_.empty()) {
      const std::uint32_t cluster = in_work_.begin()->first;
      ClusterRollout& stopping = in_work_.begin()->second;
      if (!plan_.roll_back.is_empty()) stopping.roll_back(std::max(now, stopping.ends_at()));
      finish(cluster, std::max(now, stopping.ends_at()));
    }
    for (const std::uint32_t cluster : waiting_) {
      ClusterOutcome& outcome = aggregator_.outcome().clusters[cluster];
      outcome.nodes = static_cast<std::uint32_t>(node_count(fleet_.clusters[cluster]));
      outcome.stopped_because = reason;
      outcome.workloads.resize(fleet_.clusters[cluster].workloads.size());
    }
  }

  const Fleet& fleet_;
  const Plan& plan_;
  NodeUpgrader& turns_;
  Aggregator aggregator_;
  /// The next one is last.
  std::vector<std::uint32_t> waiting_;
  std::map<std::uint32_t, ClusterRollout> in_work_;
  /// Clusters whose nodes are all upgraded, and that a planned roll-back may change.
  std::map<std::uint32_t, ClusterRollout> upgraded_;
  bool stopped_ = false;
};

}  // namespace

std::vector<NodeResult> NodeUpgrader::taken_from(std::deque<NodeResult>& ready, std::uint32_t count) {
  const auto taken = ready.begin() + count;
  std::vector<NodeResult> accounts{std::make_move_iterator(ready.begin()), std::make_move_iterator(taken)};
  ready.erase(ready.begin(), taken);
  return accounts;
}

Outcome carry_out(const Fleet& fleet, const Plan& plan, NodeUpgrader& turns) {
  return Rollout{fleet, plan, turns}.run();
}

}  // namespace podreel::fleet
