#include "engine/kubelet/explain/sync_cause.hpp"

#include <doctest/doctest.h>

#include "engine/kubelet/explain/sync_rules.hpp"
#include "tests/support/explanation_steps.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

using testing::explained_history;
using testing::found_by;
using testing::steps_by;
using Found = std::vector<std::string>;

constexpr const char* create_web = R"({at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
  spec: {terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1'}]}}})";

std::string rule_of(SyncCause::Kind kind) {
  Explanation explanation{sim::Time{}};
  add_story(explanation, {.causes = {{.kind = kind, .at = sim::Time{1s}}}, .observed = nullptr});
  return explanation.steps().front().at("rule");
}

}  // namespace

TEST_CASE("a sync that follows an exit tells which relist saw it, and how long that took") {
  const testing::RunHistory history = explained_history(
      R"(duration: 12s, runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5500ms, exitCode: 1}]}]}]},
      timeline: [)" +
      std::string{create_web} + "]");
  const auto steps = steps_by(history, "relist-event");
  const auto died = std::ranges::find_if(steps, [](const auto& step) { return step.at("event") == "ContainerDied"; });
  REQUIRE(died != steps.end());
  CHECK(died->at("subject") == "app");
  CHECK(died->at("times").at("exited").dump() == "5.5");
  CHECK(died->at("times").at("seen") > 5.5);
  CHECK(died->at("waitedSeconds") > 0.0);
  CHECK(died->at("found").get<std::string>().find(" saw app exit (at 5.500s, ") != std::string::npos);
}

TEST_CASE("with the evented PLEG it is the runtime that tells") {
  const testing::RunHistory history = explained_history(
      R"(duration: 12s, node: {kubelet: {version: '1.30.1', featureGates: {EventedPLEG: true}}},
      runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5500ms, exitCode: 1}]}]}]},
      timeline: [)" +
      std::string{create_web} + "]");
  CHECK(!steps_by(history, "runtime-event").empty());
  CHECK(steps_by(history, "runtime-event").front().at("found").get<std::string>().starts_with("a runtime event"));
}

TEST_CASE("syncs tell whether a source, a probe, their worker's pause or a stage before caused them") {
  const testing::RunHistory history = explained_history(
      R"(duration: 3m, timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
        spec: {terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1',
          readinessProbe: {httpGet: {port: 80}}}]}}},
      {at: 150s, deletePod: {name: web}}])");
  CHECK(found_by(history, "config-add") == Found{"pod: ADD at 0.000s; sync triggered by a pod update"});
  const auto results = steps_by(history, "probe-result");
  REQUIRE(results.size() == 2);
  CHECK(results.front().at("result") == "failure");
  CHECK(results.back().at("result") == "success");
  CHECK(!found_by(history, "resync").empty());
  CHECK(found_by(history, "config-delete").size() == 1);
  CHECK(!found_by(history, "next-stage").empty());
}

TEST_CASE("a kubelet that was started anew says so of the pods that it finds") {
  const testing::RunHistory history = explained_history("duration: 30s, timeline: [" + std::string{create_web} +
                                                        ", {at: 10s, stopKubelet: {}}, {at: 15s, startKubelet: {}}]");
  const auto added = found_by(history, "config-add");
  REQUIRE(added.size() == 2);
  CHECK(added.back().find("(kubelet started at 15.") != std::string::npos);
}

TEST_CASE("a deadline that passes causes a sync") {
  const testing::RunHistory history = explained_history(
      R"(duration: 20s, timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
        spec: {activeDeadlineSeconds: 5, terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1'}]}}}])");
  CHECK(!found_by(history, "active-deadline").empty());
}

TEST_CASE("every cause has a rule") {
  using Kind = SyncCause::Kind;
  for (auto kind = static_cast<int>(Kind::added); kind <= static_cast<int>(Kind::wanted_again); ++kind) {
    const auto cause = static_cast<Kind>(kind);
    if (cause == Kind::pleg_event || cause == Kind::probe_result) continue;
    CHECK(rule_of(cause) != sync_rule::worker_notified.name);
  }
  CHECK(rule_of(Kind::unknown) == sync_rule::worker_notified.name);
}

TEST_CASE("a sync that waited for a newer status says how long") {
  Explanation explanation{sim::Time{}};
  add_story(explanation, {.causes = {{.kind = SyncCause::Kind::updated, .at = sim::Time{1s}}},
                          .taken_at = sim::Time{2s},
                          .synced_before = sim::Time{2s},
                          .began_at = sim::Time{3s},
                          .observed = nullptr});
  REQUIRE(explanation.steps().size() == 3);
  CHECK(explanation.steps().at(1).at("rule") == "one-sync-at-a-time");
  CHECK(explanation.steps().at(2).at("sentence") ==
        "sync waited 1s for a newer pod status: previous sync ended at 2.000s; status read at 3.000s");
}

TEST_CASE("a result of a probe of a container that is gone names its id") {
  Explanation explanation{sim::Time{}};
  SyncCause cause{SyncCause::Kind::probe_result, ProbeChange{ProbeType::liveness, "c1", decide::ProbeResult::failure}};
  cause.at = sim::Time{1s};
  add_story(explanation, {.causes = {cause}, .observed = nullptr});
  CHECK(explanation.steps().front().at("subject") == "c1");
  CHECK(explanation.steps().front().at("found") == "the liveness probe of c1 changed to failure at 1.000s");
}

}  // namespace podreel::kubelet
