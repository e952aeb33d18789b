// How fast whole nodes run.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <malloc.h>

#include "scenarios/simulation/replay.hpp"
#include "tools/bench/bench_scenario.hpp"

namespace {

using namespace podreel;
using namespace std::chrono_literals;

void quiet_pod_for_a_year(benchmark::State& state) {
  const language::Scenario scenario = bench::scenario_of(1, 24h * 365);
  for (auto _ : state) benchmark::DoNotOptimize(simulation::replay(scenario));
}
BENCHMARK(quiet_pod_for_a_year)->Unit(benchmark::kMillisecond);

/// The most that was in use at once after the pods have come up, as far as looking now and then tells.
class MemoryWatch {
 public:
  void look(sim::Duration elapsed) {
    // Looking walks over all free chunks.
    constexpr std::uint64_t events_between_looks = 20'000;
    constexpr sim::Duration steady_after = 5min;
    if (++events_ % events_between_looks == 0 && elapsed > steady_after) most_ = std::max(most_, in_use() - before_);
  }
  [[nodiscard]] std::size_t most() const { return most_; }

 private:
  static std::size_t in_use() { return mallinfo2().uordblks + mallinfo2().hblkhd; }

  std::size_t before_ = in_use();
  std::size_t most_ = 0;
  std::uint64_t events_ = 0;
};

void crash_looping_pods_for_an_hour(benchmark::State& state) {
  const auto pods = static_cast<std::size_t>(state.range(0));
  language::Scenario scenario = bench::scenario_of(pods, 1h);
  // At 50 requests a second the statuses of so many pods would wait for each other all the time.
  scenario.node.kubelet.config.kube_api_qps = 1'000'000;
  scenario.node.kubelet.config.kube_api_burst = 1'000'000;
  runtime_fake::Run run;
  run.runs_for = 5s;
  run.exit_code = 1;
  scenario.runtime.pods.push_back({.name = "*", .sandbox = {}, .containers = {{"app", {run}}}});
  std::size_t used = 0;
  for (auto _ : state) {
    MemoryWatch watch;
    simulation::ReplayOptions options;
    options.before_advance = [&watch](sim::Duration elapsed) { watch.look(elapsed); };
    benchmark::DoNotOptimize(simulation::replay(scenario, options));
    used = watch.most();
  }
  state.counters["pod_hours_per_second"] =
      benchmark::Counter(static_cast<double>(pods), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes_per_pod"] = static_cast<double>(used) / static_cast<double>(pods);
}
BENCHMARK(crash_looping_pods_for_an_hour)->Arg(100)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
