#include "tools/cli/test_runner.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <limits>
#include <mutex>
#include <thread>

#include "scenarios/language/judge.hpp"
#include "scenarios/simulation/recorded_run.hpp"
#include "tools/cli/golden.hpp"

namespace podreel::cli {

namespace {

void hold_against_golden(const language::Scenario& scenario, const language::RunHistory& history, const TestPlan& plan,
                         TestOutcome& outcome) {
  if (plan.goldens == Goldens::ignored) return;
  const std::filesystem::path path = golden_path(scenario);
  const std::optional<std::string> golden = read_golden(path);
  const bool is_new = !golden && !path.empty() &&
                      std::ranges::find(plan.files_with_golden, scenario.file) != plan.files_with_golden.end();
  if (plan.goldens == Goldens::updated) {
    std::string seen = golden_text(history);
    if (is_new || (golden && *golden != seen)) outcome.new_golden = std::move(seen);
  } else if (golden) {
    ++outcome.expectations;
    if (auto difference = golden_difference(path, *golden, golden_text(history))) {
      outcome.failures.push_back({"golden", std::move(*difference)});
    }
  }
}

TestOutcome run_one(const language::Scenario& scenario, const TestPlan& plan) {
  const language::RunHistory history = simulation::recorded_run(scenario);
  TestOutcome outcome;
  for (const language::Verdict& verdict : language::judge(scenario, history)) {
    ++outcome.expectations;
    if (!verdict.held)
      outcome.failures.push_back({"expectation", language::render_verdict(verdict, scenario, history)});
  }
  hold_against_golden(scenario, history, plan, outcome);
  return outcome;
}

/// Shared by the threads.
class Pool {
 public:
  explicit Pool(const TestPlan& plan) : plan_{plan}, outcomes_(plan.scenarios.size()) {}

  void work() {
    while (true) {
      const std::size_t index = next_.fetch_add(1);
      if (index >= outcomes_.size() || index > first_failure_.load()) return;
      try {
        outcomes_[index] = run_one(plan_.scenarios[index], plan_);
        if (plan_.fail_fast && !outcomes_[index].passed()) lower_first_failure(index);
      } catch (...) {
        const std::lock_guard lock{mutex_};
        if (!error_) error_ = std::current_exception();
        lower_first_failure(index);
      }
      tell_progress();
    }
  }

  std::vector<TestOutcome> take() {
    if (error_) std::rethrow_exception(error_);
    // Threads may have gone on beyond the first failure: what is told must not depend on that.
    for (std::size_t index = 0; index < outcomes_.size(); ++index) {
      if (index > first_failure_.load()) outcomes_[index] = TestOutcome{.skipped = true};
    }
    return std::move(outcomes_);
  }

 private:
  void lower_first_failure(std::size_t index) {
    std::size_t known = first_failure_.load();
    while (index < known && !first_failure_.compare_exchange_weak(known, index)) {
    }
  }

  void tell_progress() {
    const std::lock_guard lock{mutex_};
    ++done_;
    if (plan_.progress) plan_.progress(done_);
  }

  const TestPlan& plan_;
  std::vector<TestOutcome> outcomes_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> first_failure_{std::numeric_limits<std::size_t>::max()};
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr error_;
};

}  // namespace

std::vector<TestOutcome> run_tests(const TestPlan& plan) {
  Pool pool{plan};
  std::vector<std::thread> threads;
  const std::size_t count = std::min(std::max<std::size_t>(plan.jobs, 1), plan.scenarios.size());
  for (std::size_t thread = 1; thread < count; ++thread) threads.emplace_back([&pool] { pool.work(); });
  pool.work();
  for (std::thread& thread : threads) thread.join();
  return pool.take();
}

}  // namespace podreel::cli
