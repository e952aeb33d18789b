#include "scenarios/explore/policy_divergences.hpp"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>

#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

namespace {

const PolicyPair pair{{}, decide::parse_policy("serialized-spec").value()};

release::Release release_named(const char* name) {
  return release::parse_release(name).value();
}

/// Two containers under 1.30, and a scenario that names its policy itself.
Workload settled_web() {
  return testing::workloads_in(R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: settled}
spec:
  duration: 1m
  node: {kubelet: {version: "1.30", identityPolicy: serialized-spec}}
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web, labels: {app: web}}
        spec: {containers: [{name: app, image: "app:1"}, {name: log, image: "log:1"}]}
)")
      .front();
}

std::vector<PolicyDivergence> partings_in(const Workload& workload) {
  return divergences_of(loaded(workload).scenarios.at(0), pair);
}

}  // namespace

TEST_CASE("policies do not part where no kubelet is swapped") {
  CHECK(partings_in(settled_web()).empty());
}

TEST_CASE("policies part where the kubelet is swapped for one with another formula, on the way there and back") {
  const std::array others{release_named("1.31")};
  const std::vector<Workload> swapped = swapped_at_rest(settled_web(), others);
  REQUIRE(swapped.size() == 2);
  const std::vector<PolicyDivergence> there = partings_in(swapped[0]);
  REQUIRE(there.size() == 1);
  CHECK(there[0].rule == "1.31 hashes only name and image");
  CHECK(there[0].first_replaces);
  CHECK(there[0].started_by == release_named("1.30"));
  CHECK(there[0].seen_by == release_named("1.31"));
  const std::vector<PolicyDivergence> back = partings_in(swapped[1]);
  REQUIRE(back.size() == 2);
  CHECK(back[0].is_like(there[0]));
  CHECK_FALSE(back[1].is_like(there[0]));
}

TEST_CASE("policies do not part where both releases have one formula") {
  const std::array others{release_named("1.29")};
  for (const Workload& swapped : swapped_at_rest(settled_web(), others)) CHECK(partings_in(swapped).empty());
}

TEST_CASE("a kubelet is swapped at instants of a run, no more of them than asked for") {
  const std::array others{release_named("1.31")};
  const std::vector<Workload> swapped = swapped_on_the_way(settled_web(), others, 4);
  CHECK(swapped.size() >= 3);
  CHECK(swapped.size() <= 4);
  CHECK(std::ranges::any_of(swapped, [](const Workload& workload) { return !partings_in(workload).empty(); }));
}

TEST_CASE("a parting becomes a scenario that each policy passes, and neither passes as the other") {
  const std::array others{release_named("1.31")};
  const Workload swapped = swapped_at_rest(settled_web(), others).front();
  const PolicyDivergence divergence = partings_in(swapped).front();
  const auto made = policy_scenario(swapped, pair, divergence, 300);
  REQUIRE(made);
  CHECK(made->document["metadata"]["name"] == "upstream-1.31-hashes-only-name-and-image");
  const auto& spec = made->document["spec"];
  CHECK(spec["description"] ==
        "1.31 hashes only name and image: upstream considers the container changed, serialized-spec does not.\n");
  CHECK(spec["timeline"][0]["createPod"]["spec"]["containers"].size() == 1);
  CHECK(spec["expect"].dump().find("Killing") != std::string::npos);
  const format::Loaded read = loaded(*made);
  REQUIRE(read.scenarios.size() == 2);
  for (std::size_t place = 0; place < 2; ++place) {
    format::Scenario scenario = read.scenarios[place];
    const auto holds = [](const format::Scenario& judged) {
      const auto verdicts = simulation::run_and_check(judged).verdicts;
      return !verdicts.empty() && std::ranges::all_of(verdicts, &format::Verdict::held);
    };
    CHECK(holds(scenario));
    scenario.node.kubelet.identity_policy = place == 0 ? pair.second : pair.first;
    CHECK_FALSE(holds(scenario));
  }
}

}  // namespace podreel::explore
