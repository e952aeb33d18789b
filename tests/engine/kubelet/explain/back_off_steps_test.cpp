#include "engine/kubelet/explain/back_off_steps.hpp"

#include <doctest/doctest.h>

#include "tests/support/told_steps.hpp"

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
        Found{"app: it exited at 5.000s, and has no back-off yet; not held back; after its next exit it is, for 10s"});
  const auto refused = steps_by(history, "crash-back-off");
  REQUIRE(!refused.empty());
  CHECK(refused.front().at("found") == "it exited at 10.000s, and its back-off is 10s");
  CHECK(refused.front().at("effect") == "not started before 20.000s");
  CHECK(refused.front().at("backOffSeconds").dump() == "10.0");
  CHECK(refused.front().at("times").dump() == R"({"exited":10.0,"refusedUntil":20.0})");
  CHECK(found_by(history, "crash-back-off-over") ==
        Found{"app: it exited at 10.000s, and its back-off of 10s ended at 20.000s; not held back; after its next exit "
              "it is, for 20s"});
}

TEST_CASE("a sync that failed tells when the next one comes, and whether its back-off is over by then") {
  const testing::RunHistory history = testing::explained_history(crashing("duration: 45s", "5s"));
  const auto next = steps_by(history, "next-sync");
  REQUIRE(next.size() >= 2);
  CHECK(next.front().at("effect") == "tried again then, with no back-off in the way");
  CHECK(next.at(1).at("effect").get<std::string>().starts_with("refused then, too, until 45"));
  CHECK(next.front().at("times").contains("nextSync"));
}

TEST_CASE("a container that ran for more than ten minutes begins anew") {
  const testing::RunHistory history = testing::explained_history(crashing("duration: 25m", "11m"));
  CHECK(
      found_by(history, "crash-back-off-reset") ==
      Found{"app: it exited at 660.000s, after it had run for more than 10m0s; not held back; after its next exit it "
            "is, for 10s",
            "app: it exited at 1320.000s, after it had run for more than 10m0s; not held back; after its next exit it "
            "is, for 10s"});
}

TEST_CASE("with ReduceDefaultCrashLoopBackOffDecay the back-offs told are those of the gate") {
  const testing::RunHistory history =
      testing::explained_history(crashing("duration: 20s, node: {kubelet: {version: '1.33.1', featureGates: "
                                          "{ReduceDefaultCrashLoopBackOffDecay: true}}}",
                                          "5s"));
  CHECK(found_by(history, "crash-back-off-begins") ==
        Found{"app: it exited at 5.000s, and has no back-off yet; not held back; after its next exit it is, for 1s"});
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

TEST_CASE("findings that refuse tell when the last of them ends") {
  Explanation explanation{sim::Time{}};
  sync::BackOffFinding first{.container = "app", .since = sim::Time{5s}, .delay = 10s};
  sync::BackOffFinding second{.container = "proxy", .since = sim::Time{6s}, .delay = 20s};
  CHECK(add_back_offs(explanation, {first, second}) == sim::Time{26s});
  CHECK(explanation.steps().size() == 2);
  second.verdict = sync::BackOffFinding::Verdict::over;
  CHECK(add_back_offs(explanation, {first, second}) == sim::Time{15s});
  CHECK_FALSE(add_back_offs(explanation, {second}));
}

}  // namespace podreel::kubelet
