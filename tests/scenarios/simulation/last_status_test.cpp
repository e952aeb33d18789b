// The last status of a pod, and what housekeeping removes before it.
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <utility>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

namespace {

/// A pod with requests that ends by itself.
constexpr const char* ending_pod = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: ending-pod}
spec:
  duration: 30s
  runtime: {pods: [{name: job, containers: [{name: app, runs: [{for: 8s, exitCode: 0}]}]}]}
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: job}, spec: {restartPolicy: Never, containers: [{name: app, image: "app:1", resources: {requests: {cpu: 100m, memory: 64Mi}}}]}}
)";

/// The names of the requests in the last status.
class LastRequests final : public trace::Sink {
 public:
  void write(const trace::Record& record) override {
    const auto* written = std::get_if<trace::Status>(&record.payload);
    if (written == nullptr || !written->status->resources) return;
    names.clear();
    for (const auto& [name, amount] : written->status->resources->first) names += name + " ";
  }

  std::string names;
};

/// The requests that are last reported with different seeds.
std::set<std::string> last_requests(const char* version) {
  std::set<std::string> found;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    format::LoadOptions options;
    options.seed = seed;
    options.kubelet = release::parse_release(version);
    const format::Loaded loaded =
        format::load_scenarios(api::load_documents(ending_pod, "test.yaml"), "test.yaml", options);
    REQUIRE(loaded.problems.empty());
    LastRequests last;
    ReplayOptions replay_options;
    replay_options.sinks = {&last};
    static_cast<void>(replay(loaded.scenarios.front(), replay_options));
    found.insert(last.names);
  }
  return found;
}

}  // namespace

TEST_CASE("housekeeping removes the control group of an ended pod before its last status, or after it") {
  CHECK(last_requests("1.36") == std::set<std::string>{"cpu memory ", "memory "});
}

TEST_CASE("kubelets that report no resources of pods report none at the end") {
  CHECK(last_requests("1.34") == std::set<std::string>{""});
}

}  // namespace podreel::simulation
