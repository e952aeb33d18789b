// Cost of a search, and the possible savings if runs shared their beginnings.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <ctime>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "scenarios/explore/exploration.hpp"
#include "scenarios/format/load.hpp"

namespace {

using namespace podreel;
using explore::Perturbation;

constexpr const char* scenario_names[] = {"single-pod", "init-containers", "kubelet-restart", "crash-loop"};

format::Scenario starter(std::int64_t place) {
  const std::string file = std::string{PODREEL_SOURCE_DIR} + "/scenarios/" + scenario_names[place] + ".yaml";
  format::Loaded loaded = format::load_scenario_file(file);
  if (loaded.scenarios.size() != 1) throw std::runtime_error{file + " is not one scenario"};
  return std::move(loaded.scenarios.front());
}

explore::ExplorationPlan plan_of_everything() {
  explore::ExplorationPlan plan;
  for (const format::FaultKindName& known : format::fault_kind_names) plan.allowed.fault_kinds.push_back(known.kind);
  return plan;
}

void exploration(benchmark::State& state) {
  const format::Scenario scenario = starter(state.range(0));
  state.SetLabel(scenario.name);
  explore::ExplorationPlan plan = plan_of_everything();
  plan.max_runs = 500;
  explore::Exploration done;
  for (auto _ : state) done = explore::explore(scenario, plan);
  using benchmark::Counter;
  state.counters["runs_per_second"] = Counter(static_cast<double>(done.runs), Counter::kIsIterationInvariantRate);
  state.counters["states_per_second"] = Counter(static_cast<double>(done.states), Counter::kIsIterationInvariantRate);
  state.counters["runs_per_state"] = static_cast<double>(done.runs) / static_cast<double>(done.states);
}
BENCHMARK(exploration)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

double seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Returns a sample of the single faults, in the order of time.
explore::Perturbations some_troubles(const format::Scenario& scenario) {
  constexpr std::size_t maximum = 200;
  const explore::ExplorationPlan plan = plan_of_everything();
  const explore::Perturbations all =
      explore::injection_points(explore::watch_run(scenario, {.rest = plan.rest}), plan.allowed);
  explore::Perturbations some;
  for (std::size_t place = 0; place < all.size(); place += all.size() / maximum + 1) some.push_back(all[place]);
  return some;
}

/// Forks a process that has run a beginning.
void fork_once() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
}

/// Compares complete runs with their beginnings before the fault, which a snapshot would save. `bound` is the speedup
/// of the search with free snapshots, `with_fork` the speedup if each snapshot costs a fork.
void shared_beginnings(benchmark::State& state) {
  const format::Scenario scenario = starter(state.range(0));
  state.SetLabel(scenario.name);
  const explore::Perturbations fault_kinds = some_troubles(scenario);
  const sim::Duration length = scenario.duration.value_or(std::chrono::minutes{10});
  double whole = 0;
  double beginnings = 0;
  double forks = 0;
  for (auto _ : state) {
    for (const Perturbation& kind : fault_kinds) {
      const auto changed = explore::perturbed(scenario, {&kind, 1});
      if (!changed) continue;
      const double begin = seconds();
      benchmark::DoNotOptimize(explore::watch_run(*changed, {.rest = explore::ExplorationPlan{}.rest}));
      const double ran = seconds();
      benchmark::DoNotOptimize(explore::watch_run(scenario, {.rest = kind.at - length}));
      const double ran_again = seconds();
      fork_once();
      whole += ran - begin;
      beginnings += ran_again - ran;
      forks += seconds() - ran_again;
    }
  }
  state.counters["bound"] = whole / (whole - std::min(beginnings, whole));
  state.counters["with_fork"] = whole / (whole - std::min(beginnings, whole) + forks);
}
BENCHMARK(shared_beginnings)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

}  // namespace
