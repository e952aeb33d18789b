#include "scenarios/fleet/aggregator.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

namespace podreel::fleet {

namespace {

std::int64_t second_of(sim::Duration time) {
  return std::chrono::floor<std::chrono::seconds>(time).count();
}

template <class Counts>
void count(const Second& seen, Counts& counts) {
  counts.restarts += seen.restarts;
  counts.api_writes += seen.api_writes;
  counts.image_pulls += seen.image_pulls;
}

sim::Duration down_time(const NodeResult& account) {
  sim::Duration down{};
  for (const Outage& outage : account.outages) {
    if (outage.from < sim::Duration{}) continue;
    down += (outage.has_ended ? outage.until : account.looked_at_for) - outage.from;
  }
  return down;
}

}  // namespace

void Aggregator::add(std::uint32_t cluster, const std::vector<NodeResult>& accounts, sim::Duration begin) {
  for (const NodeResult& account : accounts) {
    for (const auto& [second, seen] : account.seconds) {
      const sim::Duration time = begin + std::chrono::seconds{second};
      count(seen, at(time));
      count(seen, series_[cluster].at(time));
    }
    for (const Outage& outage : account.outages) {
      if (outage.from >= sim::Duration{}) changes_.push({begin + outage.from, 1, cluster});
      if (!outage.has_ended) continue;
      changes_.push({begin + outage.until, -1, cluster});
      outcome_.outages.push_back(outage.until - outage.from);
    }
  }
}

void Aggregator::rank(std::uint32_t cluster, std::uint32_t node, Stage stage, const NodeResult& account) {
  const NodeOutcome outcome{
      cluster, node, stage, account.restarted, down_time(account), account.looked_at_for, account.has_recovered};
  if (outcome.restarted == 0 && outcome.down == sim::Duration{} && outcome.has_recovered) return;
  const auto worse = [](const NodeOutcome& left, const NodeOutcome& right) {
    return std::tuple{left.has_recovered, -left.down, right.restarted, left.cluster, left.node, left.stage} <
           std::tuple{right.has_recovered, -right.down, left.restarted, right.cluster, right.node, right.stage};
  };
  outcome_.worst.insert(std::ranges::upper_bound(outcome_.worst, outcome, worse), outcome);
  if (outcome_.worst.size() > max_worst_nodes) outcome_.worst.pop_back();
}

void Aggregator::settle(sim::Duration until) {
  for (; !changes_.empty() && changes_.top().at < until; changes_.pop()) {
    const ReadinessChange& turn = changes_.top();
    at(turn.at).down += turn.down;
    last_until(turn.at);
    down_ += turn.down;
    series_[turn.cluster].change_down(turn.at, turn.down);
  }
}

Outcome Aggregator::finish() && {
  settle(sim::Duration::max());
  last_until(sim::Duration::max());
  for (std::size_t cluster = 0; cluster < series_.size(); ++cluster) {
    series_[cluster].last_until(outcome_.ends_at);
    outcome_.clusters[cluster].time_series = std::move(series_[cluster]);
  }
  std::ranges::sort(outcome_.outages);
  return std::move(outcome_);
}

Instant& Aggregator::at(sim::Duration time) {
  return outcome_.seconds[second_of(time)];
}

/// Extends the current number of unready pods to `time`.
void Aggregator::last_until(sim::Duration time) {
  if (time <= since_) return;
  for (auto at = outcome_.seconds.lower_bound(second_of(since_)); down_ > 0 && at != outcome_.seconds.end(); ++at) {
    const sim::Duration second = std::chrono::seconds{at->first};
    if (second >= time) break;
    at->second.max_down = std::max(at->second.max_down, down_);
    at->second.down_for +=
        pod_time(down_, std::min<sim::Duration>(time, second + std::chrono::seconds{1}) - std::max(since_, second));
  }
  since_ = time;
}

}  // namespace podreel::fleet
