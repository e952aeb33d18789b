#include "engine/decide/sidecars.hpp"

#include <doctest/doctest.h>

#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::RestartPolicy;
using testing::Situation;

namespace {

/// A sidecar, then an init container, then the application.
Situation proxy_then_init() {
  return Situation().sidecar().init().app();
}

Situation with_probe(Situation situation, std::string_view which) {
  (which == "startup" ? situation.container("proxy").startup_probe : situation.container("proxy").liveness_probe)
      .emplace();
  return situation;
}

std::string unknown_kill(const std::string& id) {
  return "kill " + id + ": Init container is in \"unknown\" state, try killing it before restart [Unknown]";
}

}  // namespace

TEST_CASE("before sidecars exist, or with their gate off, the field counts for nothing") {
  const Situation pod = proxy_then_init().running("proxy");
  CHECK(pod.on("1.27") == "nothing");
  CHECK(pod.on("1.27.16+SidecarContainers") == "nothing");
  CHECK(pod.on("1.28.0+SidecarContainers") == "start init");
  CHECK(pod.on("1.28.6") == "nothing");
  CHECK(pod.on("1.28.6+SidecarContainers") == "start init");
  CHECK(pod.on("1.29.0") == "start init");
  CHECK(pod.on("1.29.6-SidecarContainers") == "nothing");
  CHECK(pod.on("1.32.10-SidecarContainers") == "nothing");
  CHECK(pod.on("1.33.0-SidecarContainers") == "start init");
}

TEST_CASE("a pod with sidecars starts with its first init container, whatever that is") {
  CHECK(proxy_then_init().on("1.30") == "start proxy");
  CHECK(Situation().init().sidecar().app().on("1.30") == "start init");
}

TEST_CASE("a running sidecar makes way for the next init container, a running init container does not") {
  CHECK(proxy_then_init().running("proxy").on("1.30") == "start init");
  CHECK(proxy_then_init().running("proxy").running("init").on("1.30") == "nothing");
  CHECK(proxy_then_init().running("proxy").exited("init").on("1.30") == "start app");
  CHECK(Situation().init().sidecar().app().exited("init").on("1.30") == "start proxy");
  CHECK(Situation().sidecar().app().running("proxy").on("1.30") == "start app");
}

TEST_CASE("a sidecar with a startup probe makes way only once that has succeeded") {
  const auto pod = [] { return with_probe(proxy_then_init(), "startup").running("proxy"); };
  CHECK(pod().on("1.30") == "nothing");
  CHECK(pod().startup("proxy", ProbeResult::unknown).on("1.30") == "nothing");
  CHECK(pod().startup("proxy", ProbeResult::success).on("1.30") == "start init");
  CHECK(pod().startup("proxy", ProbeResult::failure).on("1.30") ==
        "kill proxy-0: Init container proxy failed startup probe [StartupProbe]; start proxy");
}

TEST_CASE("a startup result counts only where there is a startup probe") {
  CHECK(proxy_then_init().running("proxy").startup("proxy", ProbeResult::failure).on("1.30") == "start init");
}

TEST_CASE("a sidecar whose liveness probe failed is restarted, while the next one may start") {
  const auto pod = [] { return with_probe(proxy_then_init(), "liveness").running("proxy"); };
  CHECK(pod().on("1.30") == "start init");
  CHECK(pod().liveness("proxy", ProbeResult::success).on("1.30") == "start init");
  CHECK(pod().liveness("proxy", ProbeResult::failure).on("1.30") ==
        "kill proxy-0: Init container proxy failed liveness probe [LivenessProbe]; start proxy; start init");
  CHECK(proxy_then_init().running("proxy").liveness("proxy", ProbeResult::failure).on("1.30") == "start init");
}

TEST_CASE("since 1.32 a running sidecar whose definition changed is restarted, before its liveness is looked at") {
  const Situation pod = with_probe(proxy_then_init(), "liveness")
                            .running("proxy")
                            .changed("proxy")
                            .liveness("proxy", ProbeResult::failure);
  CHECK(pod.on("1.31.14") ==
        "kill proxy-0: Init container proxy failed liveness probe [LivenessProbe]; start proxy; start init");
  CHECK(pod.on("1.32.0") == "kill proxy-0: Init container proxy definition changed; start proxy; start init");
  const Situation before_startup = with_probe(proxy_then_init(), "startup").running("proxy").changed("proxy");
  CHECK(before_startup.on("1.32.0") == "nothing");
}

TEST_CASE("an exited sidecar is started again, with any exit code and under any policy") {
  CHECK(proxy_then_init().exited("proxy", 0).on("1.30") == "start proxy");
  CHECK(proxy_then_init().policy(RestartPolicy::never).exited("proxy", 1).on("1.30") == "start proxy");
  CHECK(proxy_then_init().exited("proxy", 1).exited("init").running("app").on("1.30") == "start proxy");
  CHECK(proxy_then_init().exited("proxy", 1).running("init").on("1.30") == "start proxy");
}

TEST_CASE("a sidecar that is gone is started again once the pod got past it") {
  CHECK(proxy_then_init().running("app").on("1.30") == "start proxy");
  CHECK(proxy_then_init().running("init").on("1.30") == "start proxy");
  CHECK(Situation().init().sidecar().app().exited("init", 1).on("1.30") == "start init");
}

TEST_CASE("a lost sidecar is killed and started again, under any policy") {
  CHECK(proxy_then_init().policy(RestartPolicy::never).unknown("proxy").on("1.30") ==
        unknown_kill("proxy-0") + "; start proxy");
}

TEST_CASE("several sidecars are started in the order of the spec") {
  const Situation pod = Situation().sidecar("a").sidecar("b").sidecar("c").app().running("app");
  CHECK(pod.on("1.30") == "start a; start b; start c");
}

TEST_CASE("a second sidecar that runs does not start anything anew") {
  CHECK(Situation().sidecar("a").init().sidecar("c").app().running("a").exited("init").running("c").on("1.30") ==
        "start app");
  CHECK(Situation().sidecar("a").init().app().running("a").running("app").on("1.30") == "nothing");
}

TEST_CASE("when the regular containers are over, sidecars are not started again") {
  const Situation pod = proxy_then_init().policy(RestartPolicy::never).exited("proxy").exited("init").exited("app");
  CHECK(pod.on("1.28.6+SidecarContainers") == "kill pod");
  CHECK(pod.on("1.30") == "kill pod");
  CHECK(Situation().policy(RestartPolicy::never).sidecar().app().running("proxy").exited("app").on("1.30") ==
        "kill pod");
}

TEST_CASE("a failed init container is started again, or ends a Never pod") {
  CHECK(proxy_then_init().running("proxy").exited("init", 1).on("1.30") == "start init");
  CHECK(proxy_then_init().policy(RestartPolicy::never).running("proxy").exited("init", 1).on("1.30") == "kill pod");
  CHECK(proxy_then_init().policy(RestartPolicy::never).exited("proxy").exited("init", 1).on("1.30") == "kill pod");
}

TEST_CASE("a lost init container is killed and started again, or ends a Never pod") {
  CHECK(proxy_then_init().running("proxy").unknown("init").on("1.30") == unknown_kill("init-0") + "; start init");
  CHECK(proxy_then_init().policy(RestartPolicy::never).running("proxy").unknown("init").on("1.30") == "kill pod");
}

TEST_CASE("an init container that was created is waited for, or, in 1.29.9, 1.30.5, 1.31.1 and later, started again") {
  const Situation pod = proxy_then_init().running("proxy").created("init");
  CHECK(pod.on("1.29.8") == "nothing");
  CHECK(pod.on("1.29.9") == "start init");
  CHECK(pod.on("1.30.0") == "nothing");
  CHECK(pod.on("1.30.4") == "nothing");
  CHECK(pod.on("1.30.5") == "start init");
  CHECK(pod.on("1.31.0") == "nothing");
  CHECK(pod.on("1.31.1") == "start init");
  CHECK(pod.on("1.32.0") == "start init");
  CHECK(proxy_then_init().created("proxy").on("1.30.5") == "start proxy");
}

TEST_CASE(
    "a regular container that was created or runs means that the pod is initialized; in 1.28 an exited one, too") {
  const auto pod = [] { return Situation().sidecar().init().app().app("second"); };
  CHECK(pod().running("app").on("1.30") == "start proxy; start second");
  CHECK(pod().created("app").on("1.30") == "start proxy; start app; start second");
  CHECK(pod().exited("app").on("1.28.0+SidecarContainers") == "start proxy; start app; start second");
  CHECK(pod().exited("app").on("1.28.15+SidecarContainers") == "start proxy; start app; start second");
  CHECK(pod().exited("app").on("1.29.0") == "start proxy");
  CHECK(pod().unknown("app").on("1.30") == "start proxy");
  CHECK(pod().unknown("app").running("second").on("1.30").starts_with("kill app-0"));
}

TEST_CASE("pods without sidecars went through the sidecar algorithm by mistake, and do so for good since 1.33") {
  const Situation pod = Situation().init("first").init("second").app().exited("first", 1).exited("second");
  const std::string older = "start first";
  const std::string sidecar_algorithm = "start app";
  CHECK(pod.on("1.27.16") == older);
  CHECK(pod.on("1.28.0") == sidecar_algorithm);
  CHECK(pod.on("1.28.1") == sidecar_algorithm);
  CHECK(pod.on("1.28.1-SidecarContainers") == sidecar_algorithm);
  CHECK(pod.on("1.28.2") == older);
  CHECK(pod.on("1.28.2+SidecarContainers") == sidecar_algorithm);
  CHECK(pod.on("1.28.15+SidecarContainers") == sidecar_algorithm);
  CHECK(pod.on("1.29.0") == sidecar_algorithm);
  CHECK(pod.on("1.29.0-SidecarContainers") == older);
  CHECK(pod.on("1.29.8") == sidecar_algorithm);
  CHECK(pod.on("1.29.9") == older);
  CHECK(pod.on("1.30.0") == sidecar_algorithm);
  CHECK(pod.on("1.30.0-SidecarContainers") == older);
  CHECK(pod.on("1.30.4") == sidecar_algorithm);
  CHECK(pod.on("1.30.5") == older);
  CHECK(pod.on("1.31.0") == sidecar_algorithm);
  CHECK(pod.on("1.31.1") == older);
  CHECK(pod.on("1.32.10") == older);
  CHECK(pod.on("1.32.10-LegacySidecarContainers") == older);
  CHECK(pod.on("1.33.0") == sidecar_algorithm);
  CHECK(pod.on("1.33.13+LegacySidecarContainers") == older);
  CHECK(pod.on("1.34.0") == sidecar_algorithm);
  CHECK(pod.on("1.34.0+LegacySidecarContainers") == sidecar_algorithm);
  CHECK(pod.on("1.36.3") == sidecar_algorithm);
}

TEST_CASE("a pod with sidecars goes through the sidecar algorithm in every release that knows them") {
  const Situation pod = Situation().init("first").sidecar().app().exited("first", 1).running("proxy");
  CHECK(pod.on("1.30.14") == "start app");
  CHECK(pod.on("1.33.13+LegacySidecarContainers") == "start app");
}

TEST_CASE("with restart rules, a failed init container is judged like a regular one") {
  const auto pod = [] { return Situation().init().app(); };
  CHECK(pod().deleted().exited("init", 1).on("1.34") == "start init");
  CHECK(pod().deleted().exited("init", 1).on("1.35") == "kill pod");
  CHECK(pod().policy(RestartPolicy::on_failure).exited("init", 0, "OOMKilled").on("1.34") == "start init");
  CHECK(pod().policy(RestartPolicy::on_failure).exited("init", 0, "OOMKilled").on("1.35") == "kill pod");

  Situation own = pod().policy(RestartPolicy::never).exited("init", 1);
  own.container("init").restart_policy = RestartPolicy::on_failure;
  CHECK(own.on("1.34") == "kill pod");
  CHECK(own.on("1.35") == "start init");
}

TEST_CASE("with restart rules, a lost init container is judged by its own policy, without its rules") {
  Situation pod = Situation().init().app().unknown("init");
  pod.container("init").restart_policy = RestartPolicy::never;
  CHECK(pod.on("1.34") == unknown_kill("init-0") + "; start init");
  CHECK(pod.on("1.35") == "kill pod");
}

TEST_CASE("an init container that gives up takes back what later ones were to do") {
  Situation pod = Situation().policy(RestartPolicy::never).init().sidecar().app();
  pod.exited("init", 1).exited("proxy");
  CHECK(pod.on("1.30") == "start proxy");
  Situation failing = Situation().policy(RestartPolicy::never).sidecar("a").init().app();
  failing.exited("a").exited("init", 1);
  CHECK(failing.on("1.30") == "kill pod");
}

}  // namespace podreel::decide
