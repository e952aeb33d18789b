// A patched kubelet of a user's own in a replay: its hash, its stored spec and its decision.
#include "engine/decide/policy.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/format/load.hpp"
#include "tests/support/recorded_run.hpp"

namespace podreel::simulation {

namespace {

constexpr const char* upgraded = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: upgraded}
spec:
  description: The probe of one pod changes, the image of the other, and then the kubelet's release.
  duration: 3m
  node: {kubelet: {version: "1.29"}}
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: app, image: "a:1"}]}}
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {containers: [{name: app, image: "b:1"}]}}
    - at: 30s
      patchPod:
        name: a
        force: true
        patch: {spec: {containers: [{name: app, livenessProbe: {tcpSocket: {port: 80}}}]}}
    - {at: 30s, setImage: {pod: b, container: app, image: "b:2"}}
    - {at: 60s, stopKubelet: {}}
    - {at: 65s, startKubelet: {version: "1.31", featureGates: {SidecarContainers: true}}}
)";

/// Compares only images, and prevents kills of containers.
class Patient final : public decide::Policy {
 public:
  explicit Patient(bool kills) : kills_{kills} {}
  [[nodiscard]] std::uint64_t hash_container(const api::Container& container) const override {
    return container.image == "b:2" ? 0xb2 : 0xab;
  }
  [[nodiscard]] std::optional<decide::Panic> decide(decide::PodActions& actions, const decide::Observed& observed,
                                                    decide::Reasons* reasons) const override {
    std::optional<decide::Panic> panic = Policy::decide(actions, observed, reasons);
    if (kills_ || actions.containers_to_kill.empty()) return panic;
    actions.containers_to_kill.clear();
    actions.containers_to_start.clear();
    return panic;
  }

 private:
  bool kills_;
};

format::Scenario scenario() {
  const format::Loaded loaded = format::load_scenarios(api::load_documents(upgraded, "test.yaml"), "test.yaml");
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(api::to_string(problem));
  REQUIRE(loaded.problems.empty());
  return loaded.scenarios.front();
}

/// "a kills; b creates b2": what is killed, and the hashes with which containers are created.
std::vector<std::string> deeds(const ReplayOptions& options) {
  std::vector<std::string> found;
  for (const trace::Record& record : testing::recorded_run(scenario(), options).records) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr) continue;
    const std::string pod = record.pod.substr(record.pod.find('/') + 1);
    if (call->op == "CreateContainer") found.push_back(pod + " " + call->hash.value_or(""));
    if (call->op == "StopContainer") found.push_back(pod + " is stopped");
  }
  std::ranges::sort(found);
  return found;
}

using Deeds = std::vector<std::string>;

}  // namespace

TEST_CASE("upstream's kubelet restarts what changed, and all when the formula does") {
  CHECK(deeds({}).size() == 2 + 2 * 2 + 2 * 2);
}

TEST_CASE("a hash of one's own is stored, and compared by every release") {
  ReplayOptions options;
  options.policies = [](release::Release, const release::FeatureGates&) { return std::make_shared<Patient>(true); };
  CHECK(deeds(options) == Deeds{"a ab", "b ab", "b b2", "b is stopped"});
}

TEST_CASE("a decision of one's own is taken") {
  ReplayOptions options;
  options.policies = [](release::Release, const release::FeatureGates&) { return std::make_shared<Patient>(false); };
  CHECK(deeds(options) == Deeds{"a ab", "b ab"});
}

TEST_CASE("policies are made for every kubelet that starts, with its release and gates") {
  std::vector<std::string> made;
  ReplayOptions options;
  options.policies = [&made](release::Release release, const release::FeatureGates& gates) {
    made.push_back(release::minor_string(release) + (gates.empty() ? "" : " with gates"));
    return std::make_shared<Patient>(true);
  };
  static_cast<void>(replay(scenario(), options));
  CHECK(made == Deeds{"1.29", "1.31 with gates"});
}

}  // namespace podreel::simulation
