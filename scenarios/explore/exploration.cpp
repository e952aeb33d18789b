#include "scenarios/explore/exploration.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "engine/sim/random.hpp"
#include "scenarios/explore/coverage.hpp"
#include "scenarios/parallel/thread_pool.hpp"

namespace podreel::explorer {

namespace {

/// Runs that are made before any of them is looked at: enough for all threads, and the same for any number of them.
constexpr std::size_t batch_size = 32;
/// Of what a run makes possible next so much is kept.
constexpr std::size_t most_kept_opportunities = 2'000;
constexpr std::size_t most_kept_runs = 500;
/// Runs that are gone on from when nothing better is left: so many are remembered.
constexpr std::size_t most_aside = 20'000;

/// A numbered sequence of random numbers.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_{sim::mix(seed)} {}
  std::size_t below(std::size_t bound) { return sim::scale_below(sim::mix(seed_ + ++thrown_), bound); }

 private:
  std::uint64_t seed_;
  std::uint64_t thrown_ = 0;
};

/// So that of every kind something is tried early.
Deviations mixed(const Deviations& found, Dice& dice) {
  std::map<language::Trouble, Deviations> kinds;
  for (const Deviation& deviation : found) kinds[deviation.trouble].push_back(deviation);
  for (auto& [kind, deviations] : kinds) {
    for (std::size_t rest = deviations.size(); rest > 1; --rest)
      std::swap(deviations[rest - 1], deviations[dice.below(rest)]);
  }
  Deviations order;
  while (!kinds.empty()) {
    for (auto kind = kinds.begin(); kind != kinds.end();) {
      order.push_back(std::move(kind->second.back()));
      kind->second.pop_back();
      kind = kind->second.empty() ? kinds.erase(kind) : std::next(kind);
    }
  }
  return order;
}

/// A run that is gone on from.
struct Kept {
  Deviations deviations;
  Deviations next;
};

struct Outcome {
  std::optional<WatchedRun> run;
  Deviations deviations;
};

/// A number for what goes wrong in a run, in whatever order it is told.
std::uint64_t number_of(const Deviations& deviations) {
  std::uint64_t sum = 0;
  for (const Deviation& each : deviations) {
    sum += sim::mix(sim::hash_name(each.what) ^ sim::mix(static_cast<std::uint64_t>(each.at.count())));
  }
  return sim::mix(sum);
}

std::uint64_t number_of(Deviations deviations, const Deviation& next) {
  deviations.push_back(next);
  return number_of(deviations);
}

class Search {
 public:
  Search(const language::Scenario& scenario, const ExplorationPlan& plan)
      : scenario_{scenario}, plan_{plan}, dice_{plan.seed}, crew_{plan.jobs} {
    result_.runs_by_troubles.resize(plan.at_once + 1);
  }

  Exploration go() && {
    take(Outcome{watched(scenario_), {}});
    while (has_budget()) {
      std::vector<Outcome> batch = next_batch();
      if (batch.empty()) break;
      make(batch);
      for (Outcome& outcome : batch) take(std::move(outcome));
      if (plan_.progress) plan_.progress(result_.runs);
    }
    result_.covered = coverage_.size();
    result_.left = singles_.size() + aside_.size();
    for (const Kept& kept : kept_) result_.left += kept.next.size();
    result_.is_complete = result_.left == 0 && !is_cut_off_;
    return std::move(result_);
  }

 private:
  [[nodiscard]] WatchedRun watched(const language::Scenario& scenario) const {
    return watched_run(scenario, {.rest = plan_.rest,
                                  .excuse_known_faults = false,
                                  .record_choices = plan_.allowed.contains(language::Trouble::chance),
                                  .judge_expectations = plan_.expectations});
  }

  [[nodiscard]] bool has_budget() const {
    return result_.runs < plan_.most_runs && (!plan_.goes_on || plan_.goes_on());
  }

  std::vector<Outcome> next_batch() {
    std::vector<Outcome> batch;
    while (batch.size() < batch_size && result_.runs + batch.size() < plan_.most_runs) {
      std::optional<Deviations> next = next_candidate();
      if (next) {
        batch.push_back({std::nullopt, *std::move(next)});
      } else if (aside_.empty() || !batch.empty() || !has_budget()) {
        break;
      } else {
        reopen();
      }
    }
    return batch;
  }

  /// Once what goes wrong alone has begun to be known, every other run has more than that.
  std::optional<Deviations> next_candidate() {
    const bool goes_on = !kept_.empty() && (singles_.empty() || dice_.below(3) == 0);
    if (!goes_on && !singles_.empty()) {
      Deviation single = std::move(singles_.back());
      singles_.pop_back();
      ++result_.singles_tried;
      return Deviations{std::move(single)};
    }
    while (!kept_.empty()) {
      const std::size_t place = dice_.below(kept_.size());
      Kept& from = kept_[place];
      if (from.next.empty()) {
        kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(place));
        continue;
      }
      Deviations deviations = from.deviations;
      deviations.push_back(std::move(from.next.back()));
      from.next.pop_back();
      if (tried_.insert(number_of(deviations)).second) return deviations;
      ++result_.commuting;
    }
    return std::nullopt;
  }

  void make(std::vector<Outcome>& batch) {
    crew_.for_each(batch.size(), [&](std::size_t /*thread*/, std::size_t place) {
      const auto scenario = deviated(scenario_, batch[place].deviations);
      if (scenario) batch[place].run = watched(*scenario);
    });
  }

  void take(Outcome outcome) {
    ++result_.runs;
    ++result_.runs_by_troubles[outcome.deviations.size()];
    if (!outcome.run) return;
    note_breaches(outcome);
    const std::size_t news = coverage_.add(outcome.run->history);
    if (!digests_.insert(outcome.run->digest).second) return;
    ++result_.states;
    if (outcome.deviations.empty()) {
      singles_ = mixed(opportunities(*outcome.run, plan_.allowed), dice_);
      result_.singles = singles_.size();
      std::ranges::reverse(singles_);
    } else if (outcome.deviations.size() < plan_.at_once) {
      if (news > 0 && kept_.size() < most_kept_runs) {
        keep(std::move(outcome));
      } else {
        put_aside(std::move(outcome.deviations));
      }
    }
  }

  /// To go on from when nothing else is left.
  void put_aside(Deviations deviations) {
    if (aside_.size() < most_aside) {
      aside_.push_back(std::move(deviations));
    } else {
      is_cut_off_ = true;
    }
  }

  void reopen() {
    std::swap(aside_[dice_.below(aside_.size())], aside_.back());
    Outcome outcome{std::nullopt, std::move(aside_.back())};
    aside_.pop_back();
    outcome.run = watched(*deviated(scenario_, outcome.deviations));
    ++result_.runs;
    ++result_.runs_by_troubles[outcome.deviations.size()];
    ++result_.repeated;
    keep(std::move(outcome));
  }

  /// What is to go wrong next comes after what already has, in time and at one instant in the order of the texts: the
  /// other order is a run of its own. What chance does otherwise has no time, and is done otherwise once.
  [[nodiscard]] static bool comes_after(const Deviation& next, const Deviations& before) {
    if (next.choice) {
      return std::ranges::none_of(before, [&next](const Deviation& each) {
        return each.choice && each.choice->site == next.choice->site && each.choice->key == next.choice->key &&
               each.choice->index == next.choice->index;
      });
    }
    const Deviation& last = before.back();
    return std::pair{next.at, std::string_view{next.what}} > std::pair{last.at, std::string_view{last.what}};
  }

  void keep(Outcome outcome) {
    Deviations next = opportunities(*outcome.run, plan_.allowed);
    result_.commuting += std::erase_if(
        next, [&outcome](const Deviation& deviation) { return !comes_after(deviation, outcome.deviations); });
    std::erase_if(
        next, [&](const Deviation& deviation) { return tried_.contains(number_of(outcome.deviations, deviation)); });
    next = mixed(next, dice_);
    if (next.size() > most_kept_opportunities) {
      next.resize(most_kept_opportunities);
      put_aside(outcome.deviations);
    }
    std::ranges::reverse(next);
    kept_.push_back({std::move(outcome.deviations), std::move(next)});
  }

  void note_breaches(const Outcome& outcome) {
    for (const invariants::Invariant* kept : plan_.keeps) {
      if (known_.contains(kept->name)) continue;
      auto finding = kept->search(outcome.run->history);
      if (!finding) continue;
      note({.invariant = std::string{kept->name},
            .kept = kept,
            .what = std::move(finding->what),
            .at = finding->at - outcome.run->started_at,
            .deviations = outcome.deviations});
    }
    for (const FailedExpectation& failed : outcome.run->failed) {
      note({.invariant = fmt::format("expect[{}]", failed.place),
            .expectation = failed.place,
            .what = failed.seen,
            .deviations = outcome.deviations});
    }
  }

  void note(Broken broken) {
    if (!known_.insert(broken.invariant).second) return;
    broken.runs = result_.runs;
    result_.broken.push_back(std::move(broken));
    if (plan_.found) plan_.found(result_.broken.back());
  }

  const language::Scenario& scenario_;
  const ExplorationPlan& plan_;
  Dice dice_;
  parallel::ThreadPool crew_;
  Exploration result_;
  Coverage coverage_;
  std::set<std::string> digests_;
  std::set<std::string, std::less<>> known_;
  /// The next one last.
  Deviations singles_;
  std::vector<Kept> kept_;
  std::vector<Deviations> aside_;
  /// More than one at once, by number_of().
  std::set<std::uint64_t> tried_;
  /// There was more than is kept.
  bool is_cut_off_ = false;
};

}  // namespace

Exploration explore(const language::Scenario& scenario, const ExplorationPlan& plan) {
  return Search{scenario, plan}.go();
}

}  // namespace podreel::explorer
