#include "engine/kubelet/preemption/preemption.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

/// A node that "small" fills, until "vital" comes at 10 s. What stops "small" takes so long.
testing::RunHistory preempting_run(const std::string& stop_takes, const std::string& grace_period) {
  return testing::history_of(
      "duration: 3m, timing: ideal, node: {allocatable: {cpu: 1, memory: 8Gi, pods: 110}}, "
      "runtime: {calls: [{call: StopContainer, pod: small, takes: " +
      stop_takes + R"(}]}, timeline: [
        {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: small},
          spec: {terminationGracePeriodSeconds: )" +
      grace_period + R"(, containers: [{name: app, image: 'app:1',
            resources: {requests: {cpu: 1}}}]}}},
        {at: 10s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: vital},
          spec: {priority: 2000001000, containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 1}}}]}}}])");
}

using Seconds = std::vector<double>;

}  // namespace

TEST_CASE("a critical pod waits for its victim for one and a half grace periods, and says if that was not enough") {
  CHECK(testing::events_in(preempting_run("100s", "20"), "ExceededGracePeriod") == Seconds{40});
  CHECK(testing::events_in(preempting_run("25s", "20"), "ExceededGracePeriod").empty());
}

TEST_CASE("however short the victim's grace period is, it is waited for 10 s") {
  CHECK(testing::events_in(preempting_run("100s", "2"), "ExceededGracePeriod") == Seconds{20});
  CHECK(testing::events_in(preempting_run("9s", "2"), "ExceededGracePeriod").empty());
}

}  // namespace podreel::kubelet
