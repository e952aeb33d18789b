// Simulation speed of complete nodes.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <ctime>
#include <jemalloc/jemalloc.h>
#include <string>

#include "scenarios/simulation/replay.hpp"
#include "tools/bench/bench_scenario.hpp"

namespace {

using namespace podreel;
using namespace std::chrono_literals;

void quiet_pod_for_a_year(benchmark::State& state) {
  const format::Scenario scenario = bench::scenario_of(1, 24h * 365);
  for (auto _ : state) benchmark::DoNotOptimize(simulation::replay(scenario));
}
BENCHMARK(quiet_pod_for_a_year)->Unit(benchmark::kMillisecond);

/// Samples the maximum memory in use after the pods have started.
class MemoryWatch {
 public:
  void look(sim::Duration elapsed) {
    // Sampling is expensive: the allocator adds up what all threads have.
    constexpr std::uint64_t events_between_looks = 20'000;
    constexpr sim::Duration steady_after = 5min;
    if (++events_ % events_between_looks == 0 && elapsed > steady_after)
      maximum_ = std::max(maximum_, in_use() - before_);
  }
  [[nodiscard]] std::size_t maximum() const { return maximum_; }

 private:
  static std::size_t in_use() {
    std::uint64_t epoch = 1;
    std::size_t size = sizeof(epoch);
    mallctl("epoch", &epoch, &size, &epoch, size);
    std::size_t allocated = 0;
    size = sizeof(allocated);
    mallctl("stats.allocated", &allocated, &size, nullptr, 0);
    return allocated;
  }

  std::size_t before_ = in_use();
  std::size_t maximum_ = 0;
  std::uint64_t events_ = 0;
};

format::Scenario crash_loops(std::size_t pods, sim::Duration length) {
  format::Scenario scenario = bench::scenario_of(pods, length);
  // At 50 requests per second, status updates of this many pods would always queue.
  scenario.node.kubelet.config.kube_api_qps = 1'000'000;
  scenario.node.kubelet.config.kube_api_burst = 1'000'000;
  runtime_fake::Run run;
  run.runs_for = 5s;
  run.exit_code = 1;
  scenario.runtime.pods.push_back({.name = "*", .sandbox = {}, .containers = {{"app", {run}}}});
  return scenario;
}

void crash_looping_pods_for_an_hour(benchmark::State& state) {
  const auto pods = static_cast<std::size_t>(state.range(0));
  const format::Scenario scenario = crash_loops(pods, 1h);
  std::size_t used = 0;
  for (auto _ : state) {
    MemoryWatch watch;
    simulation::ReplayOptions options;
    options.before_advance = [&watch](sim::Duration elapsed) { watch.look(elapsed); };
    benchmark::DoNotOptimize(simulation::replay(scenario, options));
    used = watch.maximum();
  }
  state.counters["pod_hours_per_second"] =
      benchmark::Counter(static_cast<double>(pods), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes_per_pod"] = static_cast<double>(used) / static_cast<double>(pods);
}
BENCHMARK(crash_looping_pods_for_an_hour)->Arg(100)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

double seconds_of(const format::Scenario& scenario) {
  const std::clock_t begin = std::clock();
  benchmark::DoNotOptimize(simulation::replay(scenario));
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Measures the relative cost of a crash-looping pod among many pods and among a hundred, alternately.
void crash_looping_pod_beside_others(benchmark::State& state) {
  constexpr std::size_t few = 100;
  const auto many = static_cast<std::size_t>(state.range(0));
  const format::Scenario small = crash_loops(few, 15min);
  const format::Scenario large = crash_loops(many, 15min);
  double of_few = 0;
  double of_many = 0;
  for (auto _ : state) {
    for (std::size_t pods = 0; pods < many; pods += few) of_few += seconds_of(small);
    of_many += seconds_of(large);
  }
  state.counters["times_the_cost"] = of_many / of_few;
}
BENCHMARK(crash_looping_pod_beside_others)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// Measures pods that are all admitted at once.
void admission(benchmark::State& state) {
  const auto pods = static_cast<std::size_t>(state.range(0));
  format::Scenario scenario = bench::scenario_of(pods, 10s);
  scenario.node.allocatable = api::ResourceList{{"cpu", "64"}, {"memory", "256Gi"}, {"pods", std::to_string(pods)}};
  for (auto _ : state) benchmark::DoNotOptimize(simulation::replay(scenario));
  state.counters["pods_per_second"] =
      benchmark::Counter(static_cast<double>(pods), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(admission)->Arg(100)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
