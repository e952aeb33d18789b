#include "scenarios/fleet/availability.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::fleet {

Availability::Availability(const std::vector<std::uint32_t>& replicas)
    : workloads_(replicas.size()), current_(replicas.size()) {
  for (std::size_t index = 0; index < replicas.size(); ++index) workloads_[index].replicas = replicas[index];
}

void Availability::add_some(const std::vector<NodeResult>& accounts, sim::Duration begin) {
  for (const NodeResult& account : accounts) {
    for (const auto& [workload, restarts] : account.restarts_of) workloads_[workload].restarts += restarts;
    for (const Outage& outage : account.outages) {
      if (outage.from >= sim::Duration{}) {
        ++workloads_[outage.pod.workload].interruptions;
        changes_.push_back({begin + outage.from, 1, outage.pod.workload});
      }
      if (!outage.has_ended) continue;
      changes_.push_back({begin + outage.until, -1, outage.pod.workload});
      sim::Duration& longest = workloads_[outage.pod.workload].longest;
      longest = std::max(longest, outage.until - outage.from);
    }
  }
}

void Availability::add(const std::vector<NodeResult>& accounts, sim::Duration begin) {
  add_some(accounts, begin);
  // At the same instant, pods that become ready come first.
  std::ranges::sort(changes_);
  for (const ReadinessChange& turn : std::exchange(changes_, {})) follow(turn);
}

void Availability::place_later(const std::map<std::uint32_t, std::uint32_t>& pods) {
  for (const auto& [workload, placed] : pods) {
    workloads_[workload].replicas += placed - std::exchange(current_[workload].placed_later, placed);
  }
}

void Availability::follow(const ReadinessChange& turn) {
  settle(turn.workload, turn.at);
  Current& current = current_[turn.workload];
  WorkloadOutcome& workload = workloads_[turn.workload];
  PODREEL_INVARIANT(turn.down > 0 || current.down > 0, "a pod that becomes ready again was not ready");
  current.down = static_cast<std::uint32_t>(static_cast<std::int64_t>(current.down) + turn.down);
  workload.max_down = std::max(workload.max_down, current.down);
  if (turn.down > 0 && current.down == workload.replicas) current.none_ready_since = turn.at;
}

void Availability::settle(std::uint32_t workload, sim::Duration now) {
  Current& current = current_[workload];
  WorkloadOutcome& outcome = workloads_[workload];
  PODREEL_INVARIANT(now >= current.since || current.down == 0, "outages are added in order of time");
  outcome.down += (now - current.since) * current.down;
  current.since = now;
  if (current.down < outcome.replicas || now - current.none_ready_since <= outcome.without_ready) return;
  outcome.without_ready = now - current.none_ready_since;
  outcome.without_ready_since = current.none_ready_since;
}

void Availability::finish(sim::Duration now) {
  for (std::uint32_t workload = 0; workload < workloads_.size(); ++workload) {
    if (workloads_[workload].replicas > 0) settle(workload, now);
    workloads_[workload].down_at_end = current_[workload].down;
  }
}

}  // namespace podreel::fleet
