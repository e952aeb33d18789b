#include "engine/decide/explain.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::RestartPolicy;
using testing::Situation;

namespace {

std::vector<std::string> explained(const Situation& pod, const std::string& label) {
  Reasons reasons;
  (void)pod.actions(label, &reasons);
  std::vector<std::string> sentences;
  for (const Reason& reason : reasons) sentences.push_back(to_sentence(reason));
  return sentences;
}

using Sentences = std::vector<std::string>;

/// "app not-kept: killed; …": about what, the rule and what it does, of the steps after the sandbox's.
std::string steps(const Situation& pod, const std::string& label) {
  Reasons reasons;
  (void)pod.actions(label, &reasons);
  std::string text;
  for (const Reason& reason : reasons) {
    if (&reason == &reasons.front()) continue;
    if (!text.empty()) text += "; ";
    text += (reason.subject.empty() ? "pod" : reason.subject) + " " + std::string{reason.rule};
    if (!reason.effect.empty()) text.append(": ").append(reason.effect);
  }
  return text;
}

}  // namespace

TEST_CASE("a failed liveness probe is explained with the policy that decides about the restart") {
  CHECK(explained(Situation().app().running("app").liveness("app", ProbeResult::failure), "1.30") ==
        Sentences{"pod: a ready sandbox is kept. (sandbox sb is ready)",
                  "app: killed and restarted: a container whose liveness probe failed is killed; restartPolicy decides "
                  "whether it restarts. (running; restartPolicy Always; its liveness probe failed)"});
}

TEST_CASE("a rule that came later says since when, and with which change") {
  CHECK(explained(Situation().app().deleted().exited("app", 1), "1.30").at(1) ==
        "app: not restarted: nothing restarts in a pod that is being deleted. (exited 1; restartPolicy Always; since "
        "1.18.0, kubernetes/kubernetes#88440)");
}

TEST_CASE("the release's own patch series counts where a rule came by a backport") {
  const Situation pod = Situation().policy(RestartPolicy::on_failure).app().exited("app").dead_sandbox();
  CHECK(explained(pod, "1.18.20").back().ends_with("since 1.18.13, kubernetes/kubernetes#92614)"));
  CHECK(explained(pod, "1.36").back().ends_with("since 1.19.4, kubernetes/kubernetes#92614)"));
}

TEST_CASE("the way through the init containers is explained") {
  const Situation pod = Situation().init("first").init("second").app().exited("first");
  CHECK(explained(pod, "1.27").back() ==
        "second: started: the next init container starts when the one before has succeeded. (first: exited 0)");
  CHECK(explained(Situation().init().app(), "1.27").back() ==
        "init: started: if no init container has run yet, the first one starts. (does not exist)");
  CHECK(explained(Situation().init().app().unknown("init"), "1.27").at(1).starts_with("init: killed: "));
  const std::string waits =
      "init: starts no later container: later containers wait until an init container exits. (running)";
  CHECK(explained(Situation().init().app().running("init"), "1.27").back() == waits);
  CHECK(explained(Situation().init().app().running("init"), "1.36").back() == waits);
}

TEST_CASE("an ephemeral container is explained when it is started, and when it is not again") {
  const std::string once = "an ephemeral container starts once and is never restarted. ";
  const Situation fresh = Situation().app().ephemeral("debug");
  CHECK(explained(fresh, "1.30").at(1).starts_with("debug: started: " + once + "(does not exist; "));
  const Situation ended = Situation().app().ephemeral("debug").exited("debug");
  CHECK(explained(ended, "1.30").at(1).starts_with("debug: " + once + "(exited 0; "));
}

TEST_CASE("that all containers are restarted is explained for each, the cause of it last") {
  Situation pod = Situation().app("cause").app("other").exited("cause", 42).running("other");
  pod.container("cause").restart_policy = RestartPolicy::never;
  pod.container("cause").restart_policy_rules = {{"RestartAllContainers", "In", {42}}};
  const Sentences reported = explained(pod, "1.36");
  const std::string rule = "a container's exit restarts all containers; the container that exited is removed last. ";
  REQUIRE(reported.size() >= 2);
  CHECK(reported.at(reported.size() - 2).starts_with("other: killed and removed: " + rule + "(running; "));
  CHECK(reported.back().starts_with("cause: removed: " + rule + "(exited 42; "));
}

TEST_CASE("the last init container's success is told from that of one before it") {
  Situation pod = Situation().init("first").init("second").app().exited("first");
  CHECK(explained(pod, "1.36").at(1) ==
        "second: started: the next init container starts when the one before has succeeded. (first: exited 0)");
  CHECK(explained(pod.exited("second"), "1.36").at(1) ==
        "second: when the last init container has succeeded, the pod is initialized. (exited 0)");
}

TEST_CASE("sandboxes are described with what is wrong with them") {
  Situation pod = Situation().app();
  CHECK(explained(Situation().app().no_sandbox(), "1.30").front() ==
        "pod: creates a sandbox: containers run in a sandbox. (none exists)");
  CHECK(explained(Situation().app().dead_sandbox(), "1.30").front() ==
        "pod: replaces its sandbox: a sandbox that is not ready is replaced. (sandbox sb is not ready)");
  pod.sandbox().ip = "";
  CHECK(explained(pod, "1.30").front().ends_with("(sandbox sb is ready without an IP)"));
  pod.sandbox().host_network = true;
  pod.older_sandbox(runtime::SandboxState::ready);
  CHECK(explained(pod, "1.30")
            .front()
            .ends_with("(sandbox sb is ready in the host's network without an IP, sandbox sb-older is ready in the "
                       "host's network without an IP)"));
}

TEST_CASE("that a pod is initialized since one of its containers runs is explained") {
  CHECK(explained(Situation().init().app().running("app"), "1.36")
            .at(1)
            .starts_with("app: a regular container that was created or runs means that the pod is initialized. "
                         "(running; "));
}

TEST_CASE("the decision up to 1.7 is explained, too") {
  const Sentences sentences =
      explained(Situation().init().app().exited("init", 2, "Error").running("app").running("ghost"), "1.7");
  CHECK(sentences == Sentences{"pod: a ready sandbox is kept. (sandbox sb is ready)",
                               "app: killed and restarted: a failed init container makes all regular containers "
                               "restart. (running)",
                               "ghost: killed: a running container that is not kept is killed. (running)",
                               "app: killed: a running container that is not kept is killed. (running)"});
}

TEST_CASE("asking for reasons does not change the decision") {
  const Situation pod =
      Situation().sidecar().init().app().app("second").running("proxy").exited("init", 1).created("app");
  for (const char* label : {"1.7", "1.13", "1.20", "1.27", "1.30", "1.36"}) {
    Reasons reasons;
    CHECK(pod.actions(label, &reasons) == pod.actions(label));
    CHECK_FALSE(reasons.empty());
  }
}

TEST_CASE("as data, empty fields are left out") {
  Reasons reasons;
  (void)Situation().app().deleted().exited("app", 1, "Error").actions("1.30", &reasons);
  CHECK(to_json(reasons.at(0)) == nlohmann::ordered_json{{"found", "sandbox sb is ready"},
                                                         {"rule", "sandbox-ready"},
                                                         {"says", "a ready sandbox is kept"}});
  CHECK(to_json(reasons.at(1)) == nlohmann::ordered_json{{"subject", "app"},
                                                         {"found", "exited 1, Error; restartPolicy Always"},
                                                         {"rule", "pod-deleted"},
                                                         {"says", "nothing restarts in a pod that is being deleted"},
                                                         {"effect", "not restarted"},
                                                         {"since", "1.18.0"},
                                                         {"source", "kubernetes/kubernetes#88440"}});
}

TEST_CASE("a panic is explained") {
  Situation pod = Situation().app().running("app");
  pod.sandbox().ip.reset();
  Reasons reasons;
  CHECK_THROWS((void)pod.actions("1.20", &reasons));
  REQUIRE(reasons.size() == 1);
  CHECK(to_sentence(reasons.front()).find("pod: the kubelet panics: ") != std::string::npos);
}

TEST_CASE("each step of the way through init containers, up to 1.32, has its rule") {
  const auto two = [] { return Situation().init("first").init("second").app(); };
  CHECK(steps(two(), "1.27") == "first first-init-container: started");
  CHECK(steps(two().running("first"), "1.27") == "first init-container-running: starts no later container");
  CHECK(steps(two().exited("first", 1), "1.27") == "first failed-init-container-restarted: restarted");
  CHECK(steps(two().policy(RestartPolicy::never).exited("first", 1), "1.27") ==
        "first failed-init-container-ends-pod: the pod is stopped");
  CHECK(steps(two().unknown("second"), "1.27") ==
        "second unknown-init-container-killed: killed; second failed-init-container-restarted: restarted");
  CHECK(steps(two().exited("first").exited("second"), "1.27") ==
        "second last-init-container-succeeded; app never-started: started");
  CHECK(steps(two().running("app"), "1.27") == "app running-container-means-initialized; app container-kept");
}

TEST_CASE("each step of the way through init containers and sidecars has its rule") {
  const auto both = [] { return Situation().sidecar().init().app(); };
  CHECK(steps(both(), "1.36") == "proxy first-init-container: started");
  CHECK(steps(both().created("proxy"), "1.36") == "proxy created-init-container-restarted: started");
  CHECK(steps(both().created("init"), "1.29.0") ==
        "init created-init-container-waited-for: starts no later container; proxy sidecar-gone: started");
  CHECK(steps(both().running("proxy").running("init"), "1.36") ==
        "init init-container-running: starts no later container");
  CHECK(steps(both().exited("proxy"), "1.36") == "proxy sidecar-exited: restarted");
  CHECK(steps(both().unknown("proxy"), "1.36") == "proxy unknown-init-container-killed: killed and restarted");
  CHECK(steps(both().running("proxy").exited("init", 1), "1.36") == "init failed-init-container-restarted: restarted");
  CHECK(steps(both().policy(RestartPolicy::never).running("proxy").exited("init", 1), "1.36") ==
        "init failed-init-container-ends-pod: the pod is stopped");
  CHECK(steps(both().running("proxy").exited("init").exited("app"), "1.36") ==
        "init last-init-container-succeeded; app pod-restart-policy: restarted");
  CHECK(steps(both().running("app"), "1.36") ==
        "app started-container-means-initialized; proxy sidecar-gone: started; app container-kept");
}

TEST_CASE("what becomes of a running sidecar has its rule") {
  const auto running = [] { return Situation().sidecar().app().running("proxy"); };
  Situation probed = running();
  probed.container("proxy").startup_probe.emplace();
  CHECK(steps(probed, "1.36") == "proxy sidecar-starting: starts no later container");
  Situation failed = running();
  failed.container("proxy").startup_probe.emplace();
  CHECK(steps(failed.startup("proxy", ProbeResult::failure), "1.36") ==
        "proxy sidecar-startup-failed: killed and restarted");
  CHECK(steps(running(), "1.36") == "proxy sidecar-started; app never-started: started");
  CHECK(steps(running().changed("proxy"), "1.36") ==
        "proxy sidecar-started; proxy sidecar-definition-changed: killed and restarted; app never-started: started");
  Situation unhealthy = running();
  unhealthy.container("proxy").liveness_probe.emplace();
  CHECK(steps(unhealthy.liveness("proxy", ProbeResult::failure), "1.36") ==
        "proxy sidecar-started; proxy sidecar-liveness-failed: killed and restarted; app never-started: started");
}

TEST_CASE("what becomes of regular containers, and of a pod with nothing to do, has its rule") {
  const auto one = [] { return Situation().app(); };
  CHECK(steps(one().unknown("app"), "1.30") ==
        "app created-or-unknown: restarted; app unknown-container-killed: killed");
  CHECK(steps(one().running("app").changed("app"), "1.30") == "app definition-changed: killed and restarted");
  CHECK(steps(one().running("app").startup("app", ProbeResult::failure), "1.30") ==
        "app startup-failed: killed and restarted");
  CHECK(steps(one().policy(RestartPolicy::never).running("app").liveness("app", ProbeResult::failure), "1.30") ==
        "app liveness-failed: killed; pod nothing-left: stopped");
  CHECK(steps(one().policy(RestartPolicy::never).exited("app"), "1.30") ==
        "app pod-restart-policy: not restarted; pod nothing-left: stopped");
}

TEST_CASE("up to 1.7 what is kept, and what is started, has its rule") {
  CHECK(steps(Situation().app().running("app"), "1.7") == "app container-kept");
  CHECK(steps(Situation().app(), "1.7") == "app never-started: started");
  CHECK(steps(Situation().app().running("app").changed("app"), "1.7") ==
        "app definition-changed: killed and restarted; app not-kept: killed");
  CHECK(steps(Situation().app().running("app").liveness("app", ProbeResult::failure), "1.7") ==
        "app liveness-failed: killed and restarted; app not-kept: killed");
  CHECK(steps(Situation().app().running("app").dead_sandbox(), "1.7") ==
        "app starts-in-new-sandbox: killed and restarted; app not-kept: killed");
}

}  // namespace podreel::decide
