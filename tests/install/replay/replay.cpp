// Replays a scenario that is written in the program, twice, and shows how it ends.
#include <iostream>

#include "podreel/podreel.hpp"

namespace {

constexpr std::string_view crash_loop = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: crash-loop}
spec:
  description: A container exits with 1 after five seconds, again and again.
  duration: 40s
  node: {kubelet: {version: "1.30"}}
  runtime:
    pods: [{name: web, containers: [{name: app, runs: [{for: 5s, exitCode: 1}]}]}]
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec: {containers: [{name: app, image: "nginx:1.25"}]}
  expect: [{event: {reason: Started}, count: 3}, {event: {reason: BackOff}, count: 0}]
)";

void print(const podreel::ReplayResult& result) {
  for (const nlohmann::json& pod : result.pods) {
    std::cout << pod["metadata"]["namespace"].get<std::string>() << '/' << pod["metadata"]["name"].get<std::string>()
              << " is " << pod["status"]["phase"].get<std::string>() << ", "
              << pod["status"]["containerStatuses"][0]["restartCount"] << " restarts\n";
  }
  std::cout << "the node has come to rest: " << (result.is_settled ? "yes" : "no") << ", after "
            << result.length.count() / 1'000'000'000 << "s\n";
  for (const podreel::Release kubelet : result.kubelets) std::cout << "kubelet " << to_string(kubelet) << '\n';
  for (const podreel::ExpectationResult& expectation : result.expectations) {
    std::cout << (expectation.is_met ? "met: " : "not met: ") << expectation.text << '\n' << expectation.report;
  }
}

}  // namespace

int main() {
  const podreel::LoadedScenarios loaded = podreel::load_scenario_text(crash_loop, "scenario.yaml");
  for (const podreel::Problem& problem : loaded.problems) std::cerr << to_string(problem) << '\n';
  if (loaded.scenarios.empty()) return 1;

  int versions = 0;
  podreel::ReplayOptions options;
  options.seed = 7;
  options.check_expectations = true;
  options.compute_digest = true;
  options.on_pod = [&versions](const podreel::PodVersion& version) {
    if (version.pod == "default/web" && version.object) ++versions;
  };
  const podreel::ReplayResult first = replay(loaded.scenarios.front(), options);
  if (first.problem) std::cerr << to_string(*first.problem) << '\n';
  print(first);

  const podreel::ReplayResult second = replay(loaded.scenarios.front(), options);
  return versions > 0 && !first.digest.empty() && first.digest == second.digest ? 0 : 1;
}
