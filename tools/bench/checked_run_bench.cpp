// Cost of `podreel test` with containers that crash forever.
#include <benchmark/benchmark.h>
#include <chrono>

#include "scenarios/simulation/checked_run.hpp"
#include "tools/bench/bench_scenario.hpp"

namespace {

using namespace podreel;
using namespace std::chrono_literals;

/// Returns a scenario in which each container exits one second after every start.
format::Scenario crash_loops(std::int64_t pods, sim::Duration length) {
  format::Scenario scenario = bench::scenario_of(static_cast<std::size_t>(pods), length);
  scenario.node.allocatable = api::ResourceList{{"cpu", "1k"}, {"memory", "1Ti"}, {"pods", "1M"}};
  runtime_fake::Run crash;
  crash.runs_for = 1s;
  crash.exit_code = 1;
  scenario.runtime.pods.push_back({.name = "*", .sandbox = {}, .containers = {{"app", {crash}}}});
  return scenario;
}

void judged_crash_loops(benchmark::State& state) {
  format::Scenario scenario = crash_loops(state.range(0), 30min);
  format::Expectation expectation;
  expectation.what = format::PodAlways{{.pod = "default/pod-0", .matches = nlohmann::json::object()}, {}};
  scenario.expectations.push_back(std::move(expectation));
  for (auto _ : state) benchmark::DoNotOptimize(simulation::run_and_check(scenario));
  state.counters["pod_hours_per_second"] =
      benchmark::Counter(static_cast<double>(state.range(0)) / 2, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(judged_crash_loops)->Arg(100)->Arg(3'000)->Unit(benchmark::kMillisecond);

}  // namespace
