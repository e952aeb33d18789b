// Pod lifecycles, and hours of a full node, simulated per second.
#include <benchmark/benchmark.h>
#include <chrono>

#include "engine/trace/digest.hpp"
#include "scenarios/format/actions/delete_pod.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tools/bench/bench_scenario.hpp"

namespace {

using namespace podreel;
using namespace std::chrono_literals;

constexpr std::size_t pods_of_a_full_node = 110;

/// Returns a scenario in which pods are created, run, crash twice, and are deleted.
format::Scenario whole_lives(std::size_t pods) {
  format::Scenario scenario = bench::scenario_of(pods, 2min);
  runtime_fake::Run crash;
  crash.runs_for = 5s;
  crash.exit_code = 1;
  const runtime_fake::Run for_ever;
  scenario.runtime.pods.push_back({.name = "*", .sandbox = {}, .containers = {{"app", {crash, crash, for_ever}}}});
  for (std::size_t index = 0; index < pods; ++index) {
    format::Step deletion;
    deletion.at = 60s;
    const auto deletes = std::make_shared<actions::DeletePod>();
    deletes->pod = "default/pod-" + std::to_string(index);
    deletion.action = deletes;
    scenario.timeline.push_back(std::move(deletion));
  }
  return scenario;
}

void lifecycles(benchmark::State& state, bool traced) {
  const format::Scenario scenario = whole_lives(pods_of_a_full_node);
  for (auto _ : state) {
    simulation::ReplayOptions options;
    trace::DigestSink digest{simulation::start_time(scenario, options)};
    if (traced) options.sinks = {&digest};
    benchmark::DoNotOptimize(simulation::replay(scenario, options));
  }
  state.counters["lifecycles_per_second"] =
      benchmark::Counter(pods_of_a_full_node, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(lifecycles, tracing_off, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(lifecycles, tracing_on, true)->Unit(benchmark::kMillisecond);

void full_node_with_probes_for_an_hour(benchmark::State& state) {
  format::Scenario scenario = bench::scenario_of(0, 1h);
  for (std::size_t index = 0; index < pods_of_a_full_node; ++index) {
    nlohmann::json object = bench::pod_object("pod-" + std::to_string(index));
    const nlohmann::json probe{{"httpGet", {{"path", "/"}, {"port", 80}}}, {"periodSeconds", 10}};
    object["spec"]["containers"][0]["livenessProbe"] = probe;
    object["spec"]["containers"][0]["readinessProbe"] = probe;
    scenario.timeline.push_back(bench::creation_of(std::move(object)));
  }
  for (auto _ : state) benchmark::DoNotOptimize(simulation::replay(scenario));
  state.counters["node_hours_per_second"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(full_node_with_probes_for_an_hour)->Unit(benchmark::kMillisecond);

}  // namespace
