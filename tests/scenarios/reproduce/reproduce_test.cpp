#include "scenarios/reproduce/reproduce.hpp"

#include <doctest/doctest.h>

#include "scenarios/reproduce/read/read.hpp"
#include "scenarios/simulation/checked_run.hpp"

namespace podreel::reproduce {

namespace {

Reproduction reproduced(std::string_view text) {
  Evidence evidence;
  read_paste(text, evidence);
  merge_evidence(evidence);
  REQUIRE_FALSE(evidence.pods.empty());
  Options options;
  options.budget.runs = 400;
  return reproduce(evidence, options);
}

void check_all_reproduced(const Reproduction& found) {
  for (const ReproducedPod& pod : found.pods) {
    for (const Observation& seen : pod.fit.observations)
      CHECK_MESSAGE(seen.is_reproduced, seen.text, " / ", seen.instead);
  }
  const format::Scenario scenario = loaded(found.scenario);
  for (const format::Verdict& verdict : simulation::run_and_check(scenario).verdicts) {
    CHECK_MESSAGE(verdict.held, verdict.expectation->text);
  }
}

}  // namespace

TEST_CASE("a crash loop is explained by a container that exits by itself, and by kubelets that write such messages") {
  const Reproduction found = reproduced(R"(NAME   READY  STATUS            RESTARTS      AGE
db-0   0/1    CrashLoopBackOff  4 (75s ago)   3m10s
Events:
  Type     Reason   Age                  From     Message
  Normal   Pulled   75s (x5 over 3m10s)  kubelet  Container image "postgres:16" already present on machine
  Normal   Created  75s (x5 over 3m10s)  kubelet  Created container: db
  Normal   Started  75s (x5 over 3m10s)  kubelet  Started container db
  Warning  BackOff  9s (x12 over 3m4s)   kubelet  Back-off restarting failed container db in pod db-0_default(1f)
)");
  check_all_reproduced(found);
  CHECK(found.pods[0].diagnosis.headline == "db repeatedly exits by itself");
  CHECK(release::minor_string(found.kubelets.front()) != "1.7");
}

TEST_CASE("an image that cannot be pulled is refused with the words that were seen") {
  const Reproduction found = reproduced(R"(Events:
  Type     Reason   Age                From     Message
  Normal   Pulling  14s (x3 over 54s)  kubelet  Pulling image "shop/web:2"
  Warning  Failed   13s (x3 over 53s)  kubelet  Failed to pull image "shop/web:2": no such image
  Warning  Failed   13s (x3 over 53s)  kubelet  Error: ErrImagePull
)");
  CHECK(found.reproduced() >= found.observations() - 1);
  CHECK(found.scenario.dump().find("no such image") != std::string::npos);
}

TEST_CASE("a sandbox that cannot be stopped is changed again and again, and made once") {
  const Reproduction found = reproduced(R"(Events:
  Type     Reason                  Age                From     Message
  Warning  FailedCreatePodSandBox  101s               kubelet  Failed to create pod sandbox: no network
  Normal   SandboxChanged          11s (x8 over 100s) kubelet  Pod sandbox changed, it will be killed and re-created.
)");
  check_all_reproduced(found);
  CHECK_FALSE(found.pods[0].alternatives.empty());
}

TEST_CASE("the same paste gives the same scenario") {
  const char* const paste =
      "web-0  0/1  CreateContainerConfigError  0  62s\n"
      "  Warning  Failed  2s (x5 over 62s)  kubelet  Error: secret \"keys\" not found\n";
  const Reproduction first = reproduced(paste);
  CHECK(first.scenario.dump() == reproduced(paste).scenario.dump());
  CHECK(first.pods[0].diagnosis.headline == "the Secret keys is missing");
}

}  // namespace podreel::reproduce
