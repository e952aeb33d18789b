#include "engine/decide/new_sandbox.hpp"

#include <doctest/doctest.h>

#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::RestartPolicy;
using testing::Situation;

namespace {

/// A pod of one container whose first sandbox has died.
Situation dead(RestartPolicy policy) {
  return Situation().policy(policy).app().dead_sandbox();
}

}  // namespace

TEST_CASE("everything is started anew in a new sandbox") {
  CHECK(dead(RestartPolicy::always).app("second").exited("app").on("1.30") ==
        "kill pod; new sandbox; start app; start second");
}

TEST_CASE("under OnFailure, what succeeded stays down in the new sandbox") {
  const Situation pod = dead(RestartPolicy::on_failure).app("second").exited("app", 0).exited("second", 1);
  CHECK(pod.on("1.8.0") == "kill pod; new sandbox; start second");
  CHECK(pod.on("1.36") == "kill pod; new sandbox; start second");
}

TEST_CASE("under OnFailure, a running container has not succeeded") {
  const Situation pod = dead(RestartPolicy::on_failure).running("app");
  CHECK(pod.on("1.31.14") == "kill pod; new sandbox; start app");
  CHECK(pod.on("1.32.0") == "kill pod; new sandbox; start app");
}

TEST_CASE("up to 1.31, a container that was created or lost with exit code 0 counts as succeeded") {
  const Situation created = dead(RestartPolicy::on_failure).app("second").created("app").exited("second", 1);
  CHECK(created.on("1.31.14") == "kill pod; new sandbox; start second");
  CHECK(created.on("1.32.0") == "kill pod; new sandbox; start app; start second");
  const Situation lost = dead(RestartPolicy::on_failure).app("second").unknown("app").exited("second", 1);
  CHECK(lost.on("1.31.14") == "kill pod; new sandbox; start second");
  CHECK(lost.on("1.32.0") == "kill pod; new sandbox; start app; start second");
}

TEST_CASE("a Never pod whose sandbox died is over; since 1.13 it gets no new sandbox, either") {
  const Situation pod = dead(RestartPolicy::never).running("app");
  CHECK(pod.on("1.12.10") == "kill pod; new sandbox");
  CHECK(pod.on("1.13.0") == "kill pod");
  CHECK(pod.on("1.36") == "kill pod");
  CHECK(pod.actions("1.36").attempt == 1);
}

TEST_CASE("a Never pod without a sandbox is at its first attempt and starts") {
  const Situation pod = Situation().policy(RestartPolicy::never).app().no_sandbox();
  CHECK(pod.on("1.13.0") == "kill pod; new sandbox; start app");
  CHECK(pod.on("1.36") == "kill pod; new sandbox; start app");
}

TEST_CASE("a Never pod that never had a container tries another sandbox: in 1.13.8, 1.14.4, 1.15.1 and later") {
  const Situation pod = dead(RestartPolicy::never);
  CHECK(pod.on("1.12.10") == "kill pod; new sandbox");
  CHECK(pod.on("1.13.7") == "kill pod");
  CHECK(pod.on("1.13.8") == "kill pod; new sandbox; start app");
  CHECK(pod.on("1.14.0") == "kill pod");
  CHECK(pod.on("1.14.3") == "kill pod");
  CHECK(pod.on("1.14.4") == "kill pod; new sandbox; start app");
  CHECK(pod.on("1.15.0") == "kill pod");
  CHECK(pod.on("1.15.1") == "kill pod; new sandbox; start app");
  CHECK(pod.on("1.16.0") == "kill pod; new sandbox; start app");
  CHECK(pod.on("1.36") == "kill pod; new sandbox; start app");
}

TEST_CASE("an OnFailure pod that has succeeded gets no new sandbox: in 1.17.15, 1.18.13, 1.19.4 and later") {
  const Situation pod = dead(RestartPolicy::on_failure).exited("app", 0);
  CHECK(pod.on("1.17.14") == "kill pod; new sandbox");
  CHECK(pod.on("1.17.15") == "kill pod");
  CHECK(pod.on("1.18.0") == "kill pod; new sandbox");
  CHECK(pod.on("1.18.12") == "kill pod; new sandbox");
  CHECK(pod.on("1.18.13") == "kill pod");
  CHECK(pod.on("1.19.0") == "kill pod; new sandbox");
  CHECK(pod.on("1.19.3") == "kill pod; new sandbox");
  CHECK(pod.on("1.19.4") == "kill pod");
  CHECK(pod.on("1.20.0") == "kill pod");
  CHECK(pod.on("1.36") == "kill pod");
  CHECK(pod.actions("1.36").attempt == 1);
}

TEST_CASE("a pod whose containers have succeeded but whose init containers were not finished starts over") {
  const Situation pod = dead(RestartPolicy::on_failure).init().exited("init", 1).exited("app", 0);
  CHECK(pod.on("1.27") == "kill pod; new sandbox; start init");
  CHECK(pod.on("1.34") == "kill pod");
}

TEST_CASE("with the sidecar algorithm, any regular container but a lost one means that the pod was initialized once") {
  const auto pod = [] { return dead(RestartPolicy::on_failure).init(); };
  CHECK(pod().exited("app", 0).on("1.36") == "kill pod");
  CHECK(pod().on("1.36") == "kill pod; new sandbox; start init");
  CHECK(pod().exited("init", 0).unknown("app").on("1.28.0") == "kill pod; new sandbox; start init");
  CHECK(pod().exited("init", 0).created("app").on("1.28.0") == "kill pod");
  CHECK(pod().exited("init", 0).unknown("app").on("1.28.2") == "kill pod");
}

TEST_CASE("init containers come first in a new sandbox, whatever is left of earlier ones") {
  const Situation pod =
      dead(RestartPolicy::always).init("first").init("second").exited("first").exited("second").exited("app");
  CHECK(pod.on("1.8.0") == "kill pod; new sandbox; start first");
  CHECK(pod.on("1.27") == "kill pod; new sandbox; start first");
  CHECK(pod.on("1.36") == "kill pod; new sandbox; start first");
}

TEST_CASE("a new sandbox does not start ephemeral containers yet") {
  CHECK(dead(RestartPolicy::always).ephemeral().on("1.36") == "kill pod; new sandbox; start app");
}

TEST_CASE("deletion does not keep containers out of a new sandbox") {
  CHECK(dead(RestartPolicy::always).deleted().exited("app", 1).on("1.36") == "kill pod; new sandbox; start app");
}

TEST_CASE("with restart rules, a container's own OnFailure keeps it down once it has succeeded") {
  Situation own = dead(RestartPolicy::always).app("second").exited("app", 0).exited("second", 0);
  own.container("app").restart_policy = RestartPolicy::on_failure;
  CHECK(own.on("1.34+ContainerRestartRules") == "kill pod; new sandbox; start second");
  CHECK(own.on("1.34") == "kill pod; new sandbox; start app; start second");

  Situation never = dead(RestartPolicy::on_failure).exited("app", 0);
  never.container("app").restart_policy = RestartPolicy::never;
  CHECK(never.on("1.36") == "kill pod; new sandbox; start app");
  CHECK(never.on("1.34") == "kill pod");
}

TEST_CASE("whether a dead pod is over is asked of the pod's policy alone") {
  Situation pod = dead(RestartPolicy::never).exited("app", 1);
  pod.container("app").restart_policy = RestartPolicy::always;
  CHECK(pod.on("1.36") == "kill pod");
}

TEST_CASE("the reasons say why a dead pod is retried or not") {
  const auto reported = [](const Situation& pod, const char* label) {
    Reasons reasons;
    (void)pod.actions(label, &reasons);
    std::string rules;
    for (const Reason& reason : reasons) rules += std::string{reason.rule} + "=" + reason.found + ";";
    return rules;
  };
  CHECK(reported(dead(RestartPolicy::never), "1.36").find("=no sandbox has had a container;") != std::string::npos);
  const Situation over = dead(RestartPolicy::never).exited("app", 1);
  CHECK(reported(over, "1.36").find("=the next sandbox would be attempt 1;") != std::string::npos);
  CHECK(reported(over, "1.36").find("=nothing would start in it;") != std::string::npos);
  CHECK(reported(over, "1.12.10").find("=nothing would start in it;") == std::string::npos);
  CHECK(reported(dead(RestartPolicy::on_failure).exited("app", 0), "1.36").find("=all containers have succeeded;") !=
        std::string::npos);
  CHECK(reported(dead(RestartPolicy::always).init(), "1.36").find("=the pod has init containers;") !=
        std::string::npos);
  CHECK(reported(dead(RestartPolicy::on_failure).app("second").exited("app", 0).exited("second", 1), "1.36")
            .find("=exited 0;") != std::string::npos);
}

}  // namespace podreel::decide
