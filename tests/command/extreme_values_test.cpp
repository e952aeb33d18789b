// Spans, instants and quantities at the ends of what 64 bits hold.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

/// A pod with a PreStop hook that takes 20 s and fields of this spec, deleted after 10 s.
std::string deleted_pod(const std::string& spec) {
  return "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: extreme}\nspec:\n  duration: 60s\n"
         "  timeline:\n"
         "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {" +
         spec +
         ", containers: [{name: app, image: \"a:1\", lifecycle: {preStop: {sleep: {seconds: 20}}}}]}}}\n"
         "    - {at: 10s, deletePod: {name: web}}\n";
}

}  // namespace

TEST_CASE("a grace period beyond the clock is a long one") {
  for (const std::string seconds : {"9223372036", "9223372037", "13000000000", "9223372036854775807"}) {
    CAPTURE(seconds);
    const CommandResult result =
        run_podreel({"run", "-f", "-", "--kubelet-version", "1.32"},
                    {.standard_input = deleted_pod("terminationGracePeriodSeconds: " + seconds)});
    CHECK(result.exit_code == 0);
    CHECK(has(result.out, "StopContainer app"));
    CHECK_FALSE(has(result.out, "timeout -"));
    // Not before the hook has ended.
    CHECK(result.out.find("StopContainer app") > result.out.find("    30."));
  }
}

TEST_CASE("a case may be of any time, and of any grace") {
  const std::string pod =
      R"({"metadata":{"name":"w","deletionTimestamp":"2261-12-31T23:59:59Z","deletionGracePeriodSeconds":9223372036854775807},)"
      R"("spec":{"terminationGracePeriodSeconds":9223372036854775807,"activeDeadlineSeconds":9223372036854775807,)"
      R"("containers":[{"name":"a","image":"i","livenessProbe":{"periodSeconds":2147483647,"timeoutSeconds":2147483647,)"
      R"("terminationGracePeriodSeconds":9223372036854775807,"exec":{"command":["x"]}}}]}})";
  for (const std::string now : {"9223372036854775807", "-9223372036854775808", "0"}) {
    for (const std::string verb : {"sync", "status", "decide"}) {
      CAPTURE(now);
      CAPTURE(verb);
      const CommandResult result = run_podreel(
          {verb, "-f", "-", "-o", "jsonl"}, {.standard_input = R"({"id":1,"now":)" + now + R"(,"pod":)" + pod + "}\n"});
      CHECK(result.exit_code == 0);
      CHECK_FALSE(has(result.out, "\"timeout\":-"));
    }
  }
}

TEST_CASE("quantities of any size are asked for, and none of any length is read") {
  const std::string maximum =
      "containers: [{name: a, image: i, resources: {requests: {cpu: \"9223372036854775807\", "
      "memory: 9223372036854775807}}}, {name: b, image: i, resources: {requests: {cpu: 1e900, "
      "memory: 8Ei}}}]";
  const std::string pod = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {" + maximum + "}}";
  for (const std::string release : {"1.19", "1.30", "1.36"}) {
    CHECK(run_podreel({"run", "-f", "-", "--kubelet-version", release}, {.standard_input = pod}).exit_code == 0);
  }
  const CommandResult endless =
      run_podreel({"run", "-f", "-"},
                  {.standard_input = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: a, "
                                     "image: i, resources: {requests: {cpu: \"" +
                                     std::string(1'000'000, '9') + "\"}}}]}}"});
  CHECK(endless.exit_code == 2);
  CHECK(has(endless.err, "accepted: a quantity"));
}

TEST_CASE("a speed that no clock keeps is refused") {
  for (const std::string speed : {"inf", "1e300x", "1e-300x", "nan", "0x", "-1x"}) {
    CAPTURE(speed);
    CHECK(run_podreel({"run", "scenarios/single-pod.yaml", "--speed", speed}).exit_code == 2);
  }
}

}  // namespace podreel::testing
