// A policy that does what no kubelet can do.
#include "podreel/policy.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "podreel/replay.hpp"

namespace podreel {

namespace {

constexpr const char* web_manifest = R"(apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "nginx:1.25"}]}
)";

ReplayResult replayed(std::shared_ptr<const Policy> policy) {
  const LoadedScenarios loaded = load_scenario_text(web_manifest, "pod.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  ReplayOptions options;
  options.policy = std::move(policy);
  options.duration = std::chrono::minutes{5};
  options.compute_digest = true;
  return replay(loaded.scenarios.front(), options);
}

}  // namespace

TEST_CASE("a policy that overrides nothing is upstream's") {
  CHECK(replayed(std::make_shared<Policy>()).digest == replayed(nullptr).digest);
}

TEST_CASE("starts of containers that are not in the spec, and kills of unknown instances, are ignored") {
  class Confused final : public Policy {
   public:
    void compute_actions(PodActions& actions, const ObservedPod& /*pod*/) const override {
      actions.containers_to_start.push_back(17);
      actions.init_containers_to_start.push_back(0);
      actions.ephemeral_containers_to_start.push_back(3);
      actions.containers_to_kill.push_back({"no such id", "app", "no reason"});
    }
  };
  const ReplayResult result = replayed(std::make_shared<Confused>());
  REQUIRE(result.pods.size() == 1);
  CHECK(result.pods.front()["status"]["phase"] == "Running");
  CHECK(result.digest == replayed(nullptr).digest);
}

TEST_CASE("a policy decides over upstream: no sandbox, no pod") {
  class Idle final : public Policy {
   public:
    void compute_actions(PodActions& actions, const ObservedPod& /*pod*/) const override { actions = {}; }
  };
  const ReplayResult result = replayed(std::make_shared<Idle>());
  REQUIRE(result.pods.size() == 1);
  CHECK(result.pods.front()["status"]["phase"] == "Pending");
}

}  // namespace podreel
