// What containers cost that crash for ever, beside few others and beside many.
#include <benchmark/benchmark.h>
#include <chrono>

#include "scenarios/simulation/judged_run.hpp"
#include "tools/bench/bench_scenario.hpp"

namespace {

using namespace podreel;
using namespace std::chrono_literals;

/// Each ends a second after every start.
language::Scenario crash_loops(std::int64_t pods, sim::Duration length) {
  language::Scenario scenario = bench::scenario_of(static_cast<std::size_t>(pods), length);
  scenario.node.allocatable = api::ResourceList{{"cpu", "1k"}, {"memory", "1Ti"}, {"pods", "1M"}};
  runtime_fake::Run crash;
  crash.runs_for = 1s;
  crash.exit_code = 1;
  scenario.runtime.pods.push_back({.name = "*", .sandbox = {}, .containers = {{"app", {crash}}}});
  return scenario;
}

/// An event may not cost more for the pods beside it.
void an_hour_of_crash_loops(benchmark::State& state) {
  const language::Scenario scenario = crash_loops(state.range(0), 1h);
  for (auto _ : state) benchmark::DoNotOptimize(simulation::replay(scenario));
  state.counters["pod_hours_per_second"] =
      benchmark::Counter(static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(an_hour_of_crash_loops)->Arg(100)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// As `podreel test` does it.
void judged_crash_loops(benchmark::State& state) {
  language::Scenario scenario = crash_loops(state.range(0), 30min);
  language::Expectation expectation;
  expectation.what = language::PodAlways{{.pod = "default/pod-0", .matches = nlohmann::json::object()}, {}};
  scenario.expectations.push_back(std::move(expectation));
  for (auto _ : state) benchmark::DoNotOptimize(simulation::judged_run(scenario));
  state.counters["pod_hours_per_second"] =
      benchmark::Counter(static_cast<double>(state.range(0)) / 2, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(judged_crash_loops)->Arg(3'000)->Unit(benchmark::kMillisecond);

}  // namespace
