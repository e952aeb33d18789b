#include "engine/decide/regular_containers.hpp"

#include <doctest/doctest.h>

#include "engine/decide/policy.hpp"
#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::RestartPolicy;
using testing::Situation;

namespace {

constexpr const char* app_unknown = "Container is in \"unknown\" state, try killing it before restart";

Situation one() {
  return Situation().app();
}

}  // namespace

TEST_CASE("a pod that is what it should be needs nothing") {
  CHECK(one().running("app").on("1.8.0") == "nothing");
  CHECK(one().running("app").on("1.36") == "nothing");
}

TEST_CASE("a container that was never started is started under any policy") {
  for (const RestartPolicy policy : {RestartPolicy::always, RestartPolicy::on_failure, RestartPolicy::never}) {
    CHECK(one().policy(policy).on("1.30") == "start app");
    CHECK(one().policy(policy).created("app").on("1.30") == "start app");
  }
}

TEST_CASE("an exited container is started again as the restart policy says") {
  CHECK(one().exited("app", 0).on("1.30") == "start app");
  CHECK(one().exited("app", 1).on("1.30") == "start app");
  CHECK(one().policy(RestartPolicy::on_failure).exited("app", 0).on("1.30") == "kill pod");
  CHECK(one().policy(RestartPolicy::on_failure).exited("app", 1).on("1.30") == "start app");
  CHECK(one().policy(RestartPolicy::never).exited("app", 1).on("1.30") == "kill pod");
  CHECK(one().policy(RestartPolicy::never).exited("app", 0).on("1.8.0") == "kill pod");
}

TEST_CASE("only the newest instance counts") {
  CHECK(one().policy(RestartPolicy::never).exited("app", 1).running("app").on("1.30") == "nothing");
  CHECK(one().policy(RestartPolicy::on_failure).exited("app", 1).exited("app", 0).on("1.30") == "kill pod");
}

TEST_CASE("a pod is stopped only when nothing is kept and nothing is to be started") {
  const auto pod = [] { return Situation().policy(RestartPolicy::never).app().app("second").exited("app"); };
  CHECK(pod().running("second").on("1.30") == "nothing");
  CHECK(pod().on("1.30") == "start second");
  CHECK(pod().exited("second").on("1.30") == "kill pod");
}

TEST_CASE("since 1.14 a lost container is killed before it is started again") {
  const Situation pod = one().unknown("app");
  const std::string kill = std::string("kill app-0: ") + app_unknown;
  CHECK(pod.on("1.13.12") == "start app");
  CHECK(pod.on("1.14.0") == kill + "; start app");
  CHECK(pod.on("1.20.15") == kill + "; start app");
  CHECK(pod.on("1.21.0") == kill + " [Unknown]; start app");
}

TEST_CASE("since 1.18 the regular containers of a deleted pod are not started again") {
  CHECK(one().deleted().on("1.17.17") == "start app");
  CHECK(one().deleted().on("1.18.0") == "kill pod");
  CHECK(one().deleted().exited("app", 1).on("1.17.17") == "start app");
  CHECK(one().deleted().exited("app", 1).on("1.18.0") == "kill pod");
  CHECK(one().deleted().unknown("app").on("1.18.0") == "kill pod");
  CHECK(one().deleted().running("app").on("1.18.0") == "nothing");
  CHECK(one().deleted().init().exited("init", 1).on("1.30") == "start init");
}

TEST_CASE("a container whose definition changed is killed and started again, under any policy") {
  const std::string message = "kill app-0: Container app definition changed, will be restarted; start app";
  CHECK(one().running("app").changed("app").on("1.14.0") == message);
  CHECK(one().policy(RestartPolicy::never).running("app").changed("app").on("1.36") == message);
  CHECK(one().policy(RestartPolicy::never).exited("app").changed("app").on("1.36") == "kill pod");
}

TEST_CASE("up to 1.13 the message of a changed definition prints both hashes") {
  CHECK(one().running("app").changed("app").on("1.13.12") ==
        "kill app-0: Container spec hash changed (2222 vs 1111).. Container will be killed and recreated.; start app");
}

TEST_CASE("a container whose liveness probe failed is killed, and started again as the policy says") {
  const auto pod = [](RestartPolicy policy) {
    return one().policy(policy).running("app").liveness("app", ProbeResult::failure);
  };
  CHECK(pod(RestartPolicy::always).on("1.13.12") ==
        "kill app-0: Container failed liveness probe.. Container will be killed and recreated.; start app");
  CHECK(pod(RestartPolicy::on_failure).on("1.14.0") ==
        "kill app-0: Container app failed liveness probe, will be restarted; start app");
  CHECK(pod(RestartPolicy::on_failure).on("1.20.15") ==
        "kill app-0: Container app failed liveness probe, will be restarted; start app");
  CHECK(pod(RestartPolicy::on_failure).on("1.21.0") ==
        "kill app-0: Container app failed liveness probe, will be restarted [LivenessProbe]; start app");
  CHECK(pod(RestartPolicy::never).on("1.13.12") == "kill pod; kill app-0: Container failed liveness probe.");
  CHECK(pod(RestartPolicy::never).on("1.21.0") ==
        "kill pod; kill app-0: Container app failed liveness probe [LivenessProbe]");
}

TEST_CASE("other probe results than a failure do not kill") {
  for (const ProbeResult result : {ProbeResult::success, ProbeResult::unknown}) {
    CHECK(one().running("app").liveness("app", result).startup("app", result).on("1.30") == "nothing");
  }
}

TEST_CASE("the probe result of an earlier instance does not count") {
  CHECK(one().exited("app").liveness("app", ProbeResult::failure).running("app").on("1.30") == "nothing");
}

TEST_CASE("since 1.17 a container whose startup probe failed is killed") {
  const auto pod = [](RestartPolicy policy) {
    return one().policy(policy).running("app").startup("app", ProbeResult::failure);
  };
  CHECK(pod(RestartPolicy::always).on("1.16.15") == "nothing");
  CHECK(pod(RestartPolicy::always).on("1.17.0") ==
        "kill app-0: Container app failed startup probe, will be restarted; start app");
  CHECK(pod(RestartPolicy::always).on("1.21.0") ==
        "kill app-0: Container app failed startup probe, will be restarted [StartupProbe]; start app");
  CHECK(pod(RestartPolicy::never).on("1.30") ==
        "kill pod; kill app-0: Container app failed startup probe [StartupProbe]");
}

TEST_CASE("a changed definition is seen first, then liveness, then startup") {
  const auto pod = [] {
    return one().running("app").liveness("app", ProbeResult::failure).startup("app", ProbeResult::failure);
  };
  CHECK(pod().on("1.30").starts_with("kill app-0: Container app failed liveness probe"));
  CHECK(pod().changed("app").on("1.30").starts_with("kill app-0: Container app definition changed"));
}

TEST_CASE("a container that is not in the spec is left alone since 1.8") {
  CHECK(one().running("app").running("ghost").on("1.8.0") == "nothing");
  CHECK(one().running("app").running("ghost").on("1.36") == "nothing");
}

TEST_CASE("of two containers with one id, the later kill is the one that counts") {
  Situation pod = Situation().app().app("second").running("app").running("second");
  pod.newest("second").id = "app-0";
  pod.liveness("app", ProbeResult::failure);
  CHECK(pod.on("1.30") ==
        "kill app-0: Container second failed liveness probe, will be restarted [LivenessProbe]; start app; start "
        "second");
}

TEST_CASE("kills are listed in the order of the spec") {
  const Situation pod = Situation().app("b").app("a").running("a").running("b").changed("a").changed("b");
  CHECK(pod.on("1.30") ==
        "kill b-0: Container b definition changed, will be restarted; kill a-0: Container a definition changed, will "
        "be restarted; start b; start a");
}

TEST_CASE("actions whose memory is used again keep nothing of the decision before") {
  api::Pod pod;
  pod.spec = std::make_shared<const api::PodSpec>();
  const runtime::PodStatus status;
  const ProbeResults none;
  const HashPolicy policy{[](const api::Container&) { return 0; }};
  const release::Behaviour behaviour = release::behaviour_of({30, 0});
  PodActions actions{false, false, "x", 7, {1}, {1}, {1}, {{"a", "b", "c", "d"}}, {{"a", "b", true}}, {{}}};
  CHECK_FALSE(compute_pod_actions_into(actions, {pod, status, none, none, policy, behaviour}).has_value());
  CHECK(actions == PodActions{true, true, "", 0, {}, {}, {}, {}, {}, {}});
}

}  // namespace podreel::decide
