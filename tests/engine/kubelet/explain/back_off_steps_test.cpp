#include "engine/kubelet/explain/back_off_steps.hpp"

#include <doctest/doctest.h>

#include "tests/support/explanation_steps.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

using testing::found_by;
using testing::steps_by;
using Found = std::vector<std::string>;

/// A pod that is created at once, whose container runs for so long and fails, again and again.
std::string crashing(const std::string& spec, const std::string& runs) {
  return spec + R"(, runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: )" + runs +
         R"(, exitCode: 1}]}]}]}, timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
    spec: {containers: [{name: app, image: 'app:1'}]}}}])";
}

}  // namespace

TEST_CASE("the first restart begins a back-off, the second is held back by it, and a later one finds it over") {
  const testing::RunHistory history = testing::explained_history(crashing("duration: 30s", "5s"));
  CHECK(found_by(history, "crash-back-off-begins") ==
        Found{"app: exited 1 at 5.000s; the next restart waits 10s; restarted immediately: the first restart has no "
              "back-off"});
  const auto refused = steps_by(history, "crash-back-off");
  REQUIRE(!refused.empty());
  CHECK(refused.front().at("found") == "exited 1 at 10.000s");
  CHECK(refused.front().at("effect") == "not restarted before 20.000s: its back-off is 10s");
  CHECK(refused.front().at("backOffSeconds").dump() == "10.0");
  CHECK(refused.front().at("times").dump() == R"({"exited":10.0,"refusedUntil":20.0})");
  CHECK(found_by(history, "crash-back-off-over") ==
        Found{"app: exited 1 at 10.000s; the next restart waits 20s; restarted: its back-off of 10s ended at 20.000s"});
}

TEST_CASE("a sync that failed says when the next one comes, and whether the back-off is over by then") {
  const testing::RunHistory history =
      testing::explained_history(crashing("duration: 45s, node: {kubelet: {version: '1.34'}}", "5s"));
  std::vector<std::string> outlooks;
  for (const auto& next : steps_by(history, "next-sync")) {
    CHECK(next.at("times").contains("nextSync"));
    const std::string outlook = next.at("found");
    if (!outlook.empty()) outlooks.push_back(outlook);
  }
  REQUIRE(outlooks.size() >= 2);
  CHECK(outlooks.front() == "the back-off of app will be over by then");
  CHECK(outlooks.at(1).starts_with("app will still be in back-off, until 45"));
}

TEST_CASE("a container that ran for more than ten minutes begins anew") {
  const testing::RunHistory history = testing::explained_history(crashing("duration: 25m", "11m"));
  CHECK(
      found_by(history, "crash-back-off-reset") ==
      Found{
          "app: exited 1 at 660.000s; the next restart waits 10s; restarted immediately: its back-off was reset after "
          "a run of more than 10m0s",
          "app: exited 1 at 1320.000s; the next restart waits 10s; restarted immediately: its back-off was reset "
          "after a run of more than 10m0s"});
}

TEST_CASE("with ReduceDefaultCrashLoopBackOffDecay the back-offs told are those of the gate") {
  const testing::RunHistory history =
      testing::explained_history(crashing("duration: 20s, node: {kubelet: {version: '1.33.1', featureGates: "
                                          "{ReduceDefaultCrashLoopBackOffDecay: true}}}",
                                          "5s"));
  CHECK(found_by(history, "crash-back-off-begins") ==
        Found{"app: exited 1 at 5.000s; the next restart waits 1s; restarted immediately: the first restart has no "
              "back-off"});
}

TEST_CASE("a pull that failed is told with what waits for the next, and a sync that comes too early is told so") {
  const testing::RunHistory history = testing::explained_history(R"(duration: 40s,
    runtime: {images: [{name: 'app:1', present: false, pull: {failFirst: 9, error: 'not found'}}]},
    timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
      spec: {containers: [{name: app, image: 'app:1'}]}}}])");
  const auto refused = steps_by(history, "image-back-off");
  REQUIRE(refused.size() >= 2);
  CHECK(refused.front().at("image") == "app:1");
  CHECK(refused.front().at("found").get<std::string>().starts_with("pulling app:1 failed at "));
  CHECK(refused.at(1).at("times") == refused.front().at("times"));
  CHECK(!steps_by(history, "image-back-off-over").empty());
}

TEST_CASE("of back-offs that refuse something, the one that ends last is returned") {
  Explanation explanation{sim::Time{}};
  sync::BackOffFinding first{.container = "app", .since = sim::Time{5s}, .delay = 10s};
  sync::BackOffFinding second{.container = "proxy", .since = sim::Time{6s}, .delay = 20s};
  const auto last = add_back_offs(explanation, {first, second}, {});
  REQUIRE(last);
  CHECK(last->container == "proxy");
  CHECK(last->ends == sim::Time{26s});
  CHECK(explanation.steps().size() == 2);
  second.verdict = sync::BackOffFinding::Verdict::over;
  CHECK(add_back_offs(explanation, {first, second}, {})->ends == sim::Time{15s});
  CHECK_FALSE(add_back_offs(explanation, {second}, {}));
}

}  // namespace podreel::kubelet
