// A policy that does what no kubelet can do.
#include "podreel/policy.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

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

namespace {

/// A kubelet of 1.30 with a policy, and one of 1.31, which restarts containers of upstream's 1.30. The last kubelet has
/// a policy of its own.
std::string upgrade_of(const std::string& policy) {
  return "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: upgraded}\nspec:\n  duration: 3m\n"
         "  node: {kubelet: {version: \"1.30\", identityPolicy: " +
         policy +
         "}}\n  timeline:\n"
         "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: "
         "app, image: \"app:1\"}]}}}\n"
         "    - {at: 60s, stopKubelet: {}}\n    - {at: 61s, startKubelet: {version: \"1.31\"}}\n"
         "    - {at: 170s, stopKubelet: {}}\n    - {at: 179s, startKubelet: {identityPolicy: serialized-spec}}\n";
}

ReplayResult replay_upgrade(const ReplayOptions& options, const std::string& policy = "upstream") {
  const LoadedScenarios loaded = load_scenario_text(upgrade_of(policy), "upgraded.yaml");
  REQUIRE(loaded.problems.empty());
  return replay(loaded.scenarios.front(), options);
}

int restarts(const ReplayResult& result) {
  return result.pods.front()["status"]["containerStatuses"][0]["restartCount"].get<int>();
}

/// Hashes every container alike.
class Constant final : public Policy {
 public:
  std::uint64_t hash_container(const nlohmann::json& /*container*/, std::uint64_t /*upstream*/,
                               Release /*kubelet*/) const override {
    return 1;
  }
};

}  // namespace

TEST_CASE("a factory of policies gets the release of each kubelet and the policy that the scenario names") {
  std::vector<std::string> kubelets;
  ReplayOptions options;
  options.make_policy = [&kubelets](const KubeletInfo& kubelet) {
    kubelets.push_back(to_string(kubelet.release) + " " + kubelet.scenario_policy);
    return nullptr;
  };
  CHECK(restarts(replay_upgrade(options, "dual-hash 1.12")) == restarts(replay_upgrade({}, "dual-hash 1.12")));
  REQUIRE(kubelets.size() == 2);
  CHECK(kubelets.front().starts_with("1.30."));
  CHECK(kubelets.back().starts_with("1.31."));
  for (const std::string& kubelet : kubelets) CHECK(kubelet.ends_with(" dual-hash 1.12.10"));
}

TEST_CASE("a factory of policies replaces the policy of some kubelets") {
  ReplayOptions options;
  CHECK(restarts(replay_upgrade(options)) == 1);
  options.make_policy = [](const KubeletInfo&) { return std::make_shared<Constant>(); };
  CHECK(restarts(replay_upgrade(options)) == 0);
  options.make_policy = [](const KubeletInfo& kubelet) {
    return kubelet.release < Release{31, 0} ? std::make_shared<Constant>() : nullptr;
  };
  CHECK(restarts(replay_upgrade(options)) == 1);
}

TEST_CASE("a policy and a factory of policies exclude each other") {
  ReplayOptions options;
  options.policy = std::make_shared<Constant>();
  CHECK(restarts(replay_upgrade(options)) == 0);
  options.make_policy = [](const KubeletInfo&) { return nullptr; };
  CHECK_THROWS_AS(static_cast<void>(replay_upgrade(options)), std::invalid_argument);
}

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
