// Cost of a node whose settled pods another kubelet takes over.
#include <benchmark/benchmark.h>
#include <map>
#include <memory>
#include <string>

#include "engine/decide/named_policies.hpp"
#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/simulation/replay.hpp"
#include "scenarios/simulation/settled_pod.hpp"
#include "tools/bench/bench_scenario.hpp"

namespace {

using namespace podreel;
using namespace std::chrono_literals;

constexpr int pods_of_a_node = 30;

/// Returns a pod with two containers, one of them with a probe.
api::Manifest pod_of_two(int number) {
  nlohmann::json object = bench::pod_object("pod-" + std::to_string(number));
  nlohmann::json& app = object["spec"]["containers"][0];
  app["readinessProbe"] = {{"httpGet", {{"path", "/"}, {"port", 80}}}, {"periodSeconds", 10}};
  app["resources"]["requests"] = {{"cpu", "100m"}, {"memory", "64Mi"}};
  object["spec"]["containers"].push_back({{"name", "side"}, {"image", "side:1"}});
  return std::make_shared<const nlohmann::json>(std::move(object));
}

format::Scenario takeover_by(release::Release kubelet) {
  format::Scenario scenario;
  scenario.duration = 45s;
  scenario.node.kubelet.version = release::default_release();
  scenario.node.allocatable = api::ResourceList{{"cpu", "64"}, {"memory", "256Gi"}, {"pods", "110"}};
  scenario.node.settled.emplace();
  for (int number = 0; number < pods_of_a_node; ++number) {
    scenario.node.settled->pods.push_back({"default/pod-" + std::to_string(number), pod_of_two(number)});
  }
  const auto start = std::make_shared<actions::StartKubelet>();
  start->version = kubelet;
  format::Step step;
  step.at = 5s;
  step.action = start;
  scenario.timeline.push_back(std::move(step));
  return scenario;
}

/// Upgrades by `later` minor releases. Lifecycles and policies are cached from earlier nodes.
void takeover_of_settled_pods(benchmark::State& state, int later) {
  release::Release kubelet = release::default_release();
  kubelet.minor += later;
  const format::Scenario scenario = takeover_by(kubelet);
  std::map<release::Release, std::shared_ptr<const decide::Policy>> known;
  simulation::ReplayOptions options;
  options.policies = [&known](release::Release release, const release::FeatureGates& /*gates*/) {
    std::shared_ptr<const decide::Policy>& policy = known[release];
    if (!policy) policy = decide::make_policy({}, release);
    return policy;
  };
  simulation::SettledPods settled{options.policies};
  options.settled = &settled;
  benchmark::DoNotOptimize(simulation::replay(scenario, options));
  for (auto _ : state) benchmark::DoNotOptimize(simulation::replay(scenario, options));
  state.counters["nodes_per_second"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(takeover_of_settled_pods, nothing_restarts, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(takeover_of_settled_pods, all_restart, 1)->Unit(benchmark::kMillisecond);

}  // namespace
