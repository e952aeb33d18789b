// Cost of probes, volumes and scripts of usage on a node with 110 pods.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <stdexcept>
#include <string>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace {

using namespace podreel;

constexpr int pods_of_a_full_node = 110;

enum Burden : unsigned { nothing = 0, probes = 1, volumes = 2, usage = 4, all = probes | volumes | usage };

std::string probes_of_a_container() {
  constexpr auto probe = "httpGet: {path: /, port: 80}, periodSeconds: 10";
  return fmt::format(", livenessProbe: {{{0}}}, readinessProbe: {{{0}}}", probe);
}

std::string pod(int index, unsigned burden) {
  std::string container = "{name: app, image: \"app:1\"";
  std::string spec;
  if ((burden & probes) != 0) container += probes_of_a_container();
  if ((burden & volumes) != 0) {
    container += ", volumeMounts: [{name: settings, mountPath: /settings}, {name: data, mountPath: /data}]";
    spec = fmt::format(
        ", volumes: [{{name: settings, configMap: {{name: settings}}}}, "
        "{{name: data, persistentVolumeClaim: {{claimName: data-{}}}}}]",
        index);
  }
  return fmt::format(
      "    - {{at: 1s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: pod-{}}}, spec: {{containers: "
      "[{}}}]{}}}}}}}\n",
      index, container, spec);
}

/// Changes the memory and disk usage of each container every five minutes.
std::string scripts_of_usage(int hours) {
  std::string memory;
  std::string disk;
  for (int minute = 0; minute < 60 * hours; minute += 5) {
    memory += fmt::format("{}{{from: {}m, is: {}Mi}}", minute == 0 ? "" : ", ", minute, 20 + minute % 15);
    disk += fmt::format("{}{{from: {}m, is: {}Mi}}", minute == 0 ? "" : ", ", minute, 10 + minute % 60);
  }
  return fmt::format(
      "  runtime:\n    usage: {{memory: {{capacity: 64Gi, other: 1Gi}}, nodefs: {{capacity: 100Gi, other: 5Gi}}}}\n"
      "    pods: [{{name: \"pod-*\", containers: [{{name: app, runs: [{{for: forever, memoryInUse: [{}], diskInUse: "
      "[{}]}}]}}]}}]\n",
      memory, disk);
}

format::Scenario full_node(unsigned burden, int hours) {
  std::string text = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: burdened-node}\nspec:\n";
  text += fmt::format("  duration: {}h\n  node: {{kubelet: {{version: \"1.30\"}}}}\n", hours);
  if ((burden & usage) != 0) text += scripts_of_usage(hours);
  text += "  timeline:\n";
  if ((burden & volumes) != 0) text += "    - {at: 0s, addConfigMap: {name: settings, data: {colour: blue}}}\n";
  for (int index = 0; index < pods_of_a_full_node; ++index) text += pod(index, burden);
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "benchmark"), "benchmark");
  if (!loaded.problems.empty()) throw std::runtime_error{to_string(loaded.problems.front())};
  return loaded.scenarios.front();
}

void full_node_lives(benchmark::State& state, unsigned burden, int hours) {
  const format::Scenario scenario = full_node(burden, hours);
  for (auto _ : state) benchmark::DoNotOptimize(simulation::replay(scenario));
  state.counters["node_hours_per_second"] = benchmark::Counter(hours, benchmark::Counter::kIsIterationInvariantRate);
}

/// Much of which goes into the beginning of its pods.
void for_an_hour(benchmark::State& state, unsigned burden) {
  full_node_lives(state, burden, 1);
}
BENCHMARK_CAPTURE(for_an_hour, plain, nothing)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(for_an_hour, with_probes, probes)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(for_an_hour, with_volumes, volumes)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(for_an_hour, with_usage, usage)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(for_an_hour, with_probes_volumes_and_usage, all)->Unit(benchmark::kMillisecond);

void for_a_day(benchmark::State& state, unsigned burden) {
  full_node_lives(state, burden, 24);
}
BENCHMARK_CAPTURE(for_a_day, plain, nothing)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(for_a_day, with_probes, probes)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(for_a_day, with_volumes, volumes)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(for_a_day, with_usage, usage)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(for_a_day, with_probes_volumes_and_usage, all)->Unit(benchmark::kMillisecond);

}  // namespace
