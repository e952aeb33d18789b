#include "tools/cli/test/test_runner.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <limits>
#include <mutex>
#include <span>
#include <thread>

#include "scenarios/simulation/checked_run.hpp"
#include "tools/cli/test/golden.hpp"
#include "tools/cli/test/test_exchange.hpp"

namespace podreel::cli {

bool needs_golden(const format::Scenario& scenario, const std::filesystem::path& path, const TestPlan& plan) {
  if (plan.goldens == Goldens::ignored || path.empty()) return false;
  const bool may_be_new = plan.goldens == Goldens::updated &&
                          std::ranges::find(plan.files_with_golden, scenario.file) != plan.files_with_golden.end();
  return may_be_new || std::filesystem::exists(path);
}

namespace {

void compare_with_golden(const std::filesystem::path& path, std::string seen, const TestPlan& plan,
                         TestOutcome& outcome) {
  const std::optional<std::string> golden = read_golden(path);
  if (plan.goldens == Goldens::updated) {
    if (golden != seen) outcome.new_golden = std::move(seen);
  } else if (golden) {
    ++outcome.expectations;
    if (auto difference = golden_difference(path, *golden, seen)) {
      outcome.failures.push_back({golden_failure, std::move(*difference), {}});
    }
  }
}

TestOutcome run_one(const format::Scenario& scenario, std::optional<std::uint64_t> seed, const TestPlan& plan) {
  const auto begin = std::chrono::steady_clock::now();
  simulation::ReplayOptions options;
  options.seed = seed;
  const sim::Time start = simulation::start_time(scenario, options);
  const std::filesystem::path golden = golden_path(scenario);
  const bool has_golden = needs_golden(scenario, golden, plan);
  GoldenText seen{scenario.golden, start};
  if (has_golden) options.sinks.push_back(&seen);
  TestOutcome outcome;
  const simulation::CheckedRun run = simulation::run_and_check(scenario, std::move(options));
  for (const format::Verdict& verdict : run.verdicts) {
    ++outcome.expectations;
    if (verdict.held) continue;
    outcome.failures.push_back(
        {expectation_failure, format::render_verdict(verdict, scenario, start), verdict.expectation->mark});
  }
  if (has_golden) compare_with_golden(golden, std::move(seen).text(), plan, outcome);
  outcome.took = std::chrono::steady_clock::now() - begin;
  return outcome;
}

/// Shared by the threads.
class Pool {
 public:
  explicit Pool(const TestPlan& plan) : plan_{plan}, outcomes_(plan.runs()) {}

  void work() {
    while (true) {
      const std::size_t index = take_next();
      if (index >= outcomes_.size() || index > first_failure_.load()) return;
      try {
        outcomes_[index] = run(index);
        if (plan_.fail_fast && !outcomes_[index].passed()) lower_first_failure(index);
      } catch (...) {
        const std::lock_guard lock{mutex_};
        if (!error_) error_ = std::current_exception();
        lower_first_failure(index);
      }
      note_done(index);
    }
  }

  std::vector<TestOutcome> take() {
    if (error_) std::rethrow_exception(error_);
    if (plan_.rank_group != nullptr) outcomes_ = exchanged(std::move(outcomes_), done_, *plan_.rank_group);
    for (std::size_t index = 0; plan_.fail_fast && index < outcomes_.size(); ++index) {
      if (!outcomes_[index].failures.empty()) lower_first_failure(index);
    }
    // Threads may have continued after the first failure; the output must not depend on that.
    for (std::size_t index = 0; index < outcomes_.size(); ++index) {
      if (index > first_failure_.load()) outcomes_[index] = TestOutcome{.skipped = true};
    }
    return std::move(outcomes_);
  }

 private:
  [[nodiscard]] TestOutcome run(std::size_t index) const {
    if (plan_.seeds.empty()) return run_one(plan_.scenarios[index], std::nullopt, plan_);
    const std::size_t seeds = plan_.seeds.size();
    return run_one(plan_.scenarios[index / seeds], plan_.seeds[index % seeds], plan_);
  }

  void lower_first_failure(std::size_t index) {
    std::size_t known = first_failure_.load();
    while (index < known && !first_failure_.compare_exchange_weak(known, index)) {
    }
  }

  std::size_t take_next() {
    if (plan_.rank_group == nullptr) return next_.fetch_add(1);
    const std::lock_guard lock{mutex_};
    return plan_.rank_group->next();
  }

  void note_done(std::size_t index) {
    const std::lock_guard lock{mutex_};
    done_.push_back(index);
    if (plan_.progress) plan_.progress(done_.size() * (plan_.rank_group == nullptr ? 1 : plan_.rank_group->count()));
  }

  const TestPlan& plan_;
  std::vector<TestOutcome> outcomes_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> first_failure_{std::numeric_limits<std::size_t>::max()};
  std::mutex mutex_;
  /// The runs of this process.
  std::vector<std::size_t> done_;
  std::exception_ptr error_;
};

/// Combines the runs of one scenario, one per seed.
TestOutcome together(std::span<TestOutcome> runs, const std::vector<std::uint64_t>& seeds) {
  TestOutcome all{.skipped = runs.front().skipped};
  for (std::size_t index = 0; index < runs.size(); ++index) {
    all.expectations += runs[index].expectations;
    all.took += runs[index].took;
    if (runs[index].skipped) continue;
    ++all.failed.tried;
    if (runs[index].passed()) continue;
    if (all.failed.seeds.empty()) all.failures = std::move(runs[index].failures);
    all.failed.seeds.push_back(seeds[index]);
  }
  return all;
}

}  // namespace

std::vector<TestOutcome> run_tests(const TestPlan& plan) {
  Pool pool{plan};
  std::vector<std::thread> threads;
  const std::size_t count = std::min(std::max<std::size_t>(plan.jobs, 1), plan.runs());
  for (std::size_t thread = 1; thread < count; ++thread) threads.emplace_back([&pool] { pool.work(); });
  pool.work();
  for (std::thread& thread : threads) thread.join();
  std::vector<TestOutcome> runs = pool.take();
  if (plan.seeds.empty()) return runs;
  std::vector<TestOutcome> outcomes;
  for (std::size_t first = 0; first < runs.size(); first += plan.seeds.size()) {
    outcomes.push_back(together({runs.data() + first, plan.seeds.size()}, plan.seeds));
  }
  return outcomes;
}

}  // namespace podreel::cli
