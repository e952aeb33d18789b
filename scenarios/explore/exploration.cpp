#include "scenarios/explore/exploration.hpp"

#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

#include "engine/invariant.hpp"
#include "scenarios/explore/coverage.hpp"
#include "scenarios/explore/frontier.hpp"
#include "scenarios/parallel/thread_pool.hpp"

namespace podreel::explore {

namespace {

/// Number of runs before the first is evaluated: enough for all threads, and independent of their number.
constexpr std::size_t batch_size = 32;

/// A pending or finished run.
struct Attempt {
  Perturbations perturbations;
  /// No value before the run, or if the perturbations exclude each other.
  std::optional<WatchedRun> run{};
};

/// Makes the runs that the frontier chooses, batch by batch, and returns the results to it.
class Search {
 public:
  Search(const format::Scenario& scenario, const ExplorationPlan& plan)
      : scenario_{scenario}, plan_{plan}, threads_{plan.jobs}, frontier_{plan.seed} {
    result_.runs_by_fault_count.resize(plan.at_once + 1);
  }

  Exploration run() && {
    evaluate(Attempt{{}, watched(scenario_)});
    while (has_budget()) {
      std::vector<Attempt> batch = next_batch();
      if (batch.empty()) break;
      make(batch);
      for (Attempt& attempt : batch) evaluate(std::move(attempt));
      if (plan_.progress) plan_.progress(result_.runs);
    }
    result_.covered = coverage_.size();
    result_.singles = frontier_.num_singles();
    result_.singles_tried = frontier_.singles_tried();
    result_.commuting = frontier_.num_commuting();
    result_.left = frontier_.num_left();
    result_.is_complete = frontier_.is_exhausted();
    return std::move(result_);
  }

 private:
  [[nodiscard]] WatchedRun watched(const format::Scenario& scenario) const {
    return watch_run(scenario, {.rest = plan_.rest,
                                .excuse_known_faults = false,
                                .record_choices = plan_.allowed.contains(format::FaultKind::chance),
                                .check_expectations = plan_.expectations});
  }

  [[nodiscard]] bool has_budget() const { return result_.runs < plan_.max_runs && (!plan_.goes_on || plan_.goes_on()); }

  /// Returns the next batch. Repeats deferred runs, when the frontier has nothing else, before the batch, because their
  /// results are needed.
  std::vector<Attempt> next_batch() {
    std::vector<Attempt> batch;
    while (batch.size() < batch_size && result_.runs + batch.size() < plan_.max_runs) {
      if (auto candidate = frontier_.next()) {
        batch.push_back({*std::move(candidate)});
      } else if (batch.empty() && frontier_.has_deferred() && has_budget()) {
        repeat_deferred();
      } else {
        break;
      }
    }
    return batch;
  }

  void make(std::vector<Attempt>& batch) {
    threads_.for_each(batch.size(), [&](std::size_t /*thread*/, std::size_t place) {
      const auto scenario = perturbed(scenario_, batch[place].perturbations);
      if (scenario) batch[place].run = watched(*scenario);
    });
  }

  void repeat_deferred() {
    Attempt attempt{frontier_.next_deferred()};
    attempt.run = watched(*perturbed(scenario_, attempt.perturbations));
    count(attempt);
    ++result_.repeated;
    extend(std::move(attempt));
  }

  void count(const Attempt& attempt) {
    PODREEL_INVARIANT(attempt.perturbations.size() < result_.runs_by_fault_count.size(),
                      "the number of faults of a run does not exceed the plan's limit");
    ++result_.runs;
    ++result_.runs_by_fault_count[attempt.perturbations.size()];
  }

  /// Records violations of the run, and decides whether the search extends it.
  void evaluate(Attempt attempt) {
    count(attempt);
    if (!attempt.run) return;
    note_breaches(attempt);
    const bool shows_news = coverage_.add(attempt.run->history) > 0;
    if (!digests_.insert(attempt.run->digest).second) return;
    ++result_.states;
    PODREEL_INVARIANT(result_.states <= result_.runs, "a run has one state");
    if (attempt.perturbations.empty()) {
      frontier_.add_singles(injection_points(*attempt.run, plan_.allowed));
    } else if (attempt.perturbations.size() == plan_.at_once) {
      return;
    } else if (shows_news && frontier_.has_room_for_extensions()) {
      extend(std::move(attempt));
    } else {
      frontier_.defer(std::move(attempt.perturbations));
    }
  }

  void extend(Attempt attempt) {
    Perturbations points = injection_points(*attempt.run, plan_.allowed);
    frontier_.extend(std::move(attempt.perturbations), std::move(points));
  }

  void note_breaches(const Attempt& attempt) {
    for (const invariants::Invariant* kept : plan_.keeps) {
      if (known_.contains(kept->name)) continue;
      auto finding = kept->search(attempt.run->history);
      if (!finding) continue;
      note({.invariant = std::string{kept->name},
            .kept = kept,
            .what = std::move(finding->what),
            .at = finding->at - attempt.run->started_at,
            .perturbations = attempt.perturbations});
    }
    for (const FailedExpectation& failed : attempt.run->failed) {
      note({.invariant = fmt::format("expect[{}]", failed.place),
            .expectation = failed.place,
            .what = failed.seen,
            .perturbations = attempt.perturbations});
    }
  }

  void note(Broken broken) {
    if (!known_.insert(broken.invariant).second) return;
    broken.runs = result_.runs;
    result_.broken.push_back(std::move(broken));
    if (plan_.found) plan_.found(result_.broken.back());
  }

  const format::Scenario& scenario_;
  const ExplorationPlan& plan_;
  parallel::ThreadPool threads_;
  Frontier frontier_;
  Exploration result_;
  Coverage coverage_;
  std::set<std::string> digests_;
  /// Names of known violations.
  std::set<std::string, std::less<>> known_;
};

}  // namespace

Exploration explore(const format::Scenario& scenario, const ExplorationPlan& plan) {
  return Search{scenario, plan}.run();
}

}  // namespace podreel::explore
