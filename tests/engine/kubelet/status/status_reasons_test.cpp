// How a kubelet explains what it reports of a pod.
#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using runtime::ContainerState;
using testing::ReportedPod;

namespace {

/// "app: is not probed", of the steps of this rule.
std::string found(ReportedPod& reported, std::string_view rule, std::string_view release = "1.30") {
  reported.reasons.clear();
  static_cast<void>(reported.build(release));
  std::string steps;
  for (const decide::Reason& reason : reported.reasons) {
    if (reason.rule == rule) steps += (steps.empty() ? "" : "; ") + reason.subject + ": " + reason.found;
  }
  return steps;
}

}  // namespace

TEST_CASE("a container is ready for what its probe said, or because it has none") {
  ReportedPod reported{testing::one_container};
  const std::string id{reported.observe("app", ContainerState::running).id};
  CHECK(found(reported, "ready-unprobed") == "app: is not probed");
  reported.probes.readiness_workers.insert("app");
  CHECK(found(reported, "ready-by-probe") == "app: no probe has succeeded yet");
  CHECK(found(reported, "ready-unprobed").empty());
  reported.probes.readiness_results[id] = decide::ProbeResult::success;
  CHECK(found(reported, "ready-by-probe") == "app: probe succeeded");
  reported.probes.readiness_results[id] = decide::ProbeResult::failure;
  CHECK(found(reported, "ready-by-probe", "1.18") == "app: probe failed");
}

TEST_CASE("a container whose startup probe goes on has not started") {
  ReportedPod reported{testing::one_container};
  reported.observe("app", ContainerState::running);
  reported.probes.startup_workers.insert("app");
  CHECK(found(reported, "ready-not-started") == "app: has not started");
  CHECK(found(reported, "ready-unprobed").empty());
  CHECK(found(reported, "ready-not-started", "1.15").empty());
}

}  // namespace podreel::kubelet
