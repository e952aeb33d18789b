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

}  // namespace

TEST_CASE("a failed liveness probe is explained with the policy that decides about the restart") {
  CHECK(explained(Situation().app().running("app").liveness("app", ProbeResult::failure), "1.30") ==
        Sentences{"pod: sb is ready. A ready sandbox is kept.",
                  "app: is running, restartPolicy is Always, but its liveness probe failed. A container whose liveness "
                  "probe failed is killed; restartPolicy decides about its restart. So: killed and started again."});
}

TEST_CASE("a rule that came later says since when, and with which change") {
  CHECK(
      explained(Situation().app().deleted().exited("app", 1), "1.30").at(1) ==
      "app: exited with code 1, restartPolicy is Always. Nothing is restarted in a pod that is being deleted. So: left "
      "as it is. (since 1.18.0, kubernetes/kubernetes#88440)");
}

TEST_CASE("the release's own patch series counts where a rule came by a backport") {
  const Situation pod = Situation().policy(RestartPolicy::on_failure).app().exited("app").dead_sandbox();
  CHECK(explained(pod, "1.18.20").back().ends_with("(since 1.18.13, kubernetes/kubernetes#92614)"));
  CHECK(explained(pod, "1.36").back().ends_with("(since 1.19.4, kubernetes/kubernetes#92614)"));
}

TEST_CASE("the way through the init containers is explained") {
  const Situation pod = Situation().init("first").init("second").app().exited("first");
  CHECK(explained(pod, "1.27").back() ==
        "first: exited with code 0. After an init container succeeded, the next one is started. So: the next init "
        "container is started.");
  CHECK(explained(Situation().init().app(), "1.27").back() ==
        "init: does not exist. If no init container has run yet, the first one is started. So: started.");
  CHECK(explained(Situation().init().app().unknown("init"), "1.27").at(1).starts_with("init: is in an unknown state."));
  CHECK(explained(Situation().init().app().running("init"), "1.27").back() ==
        "init: is running. While an init container runs, the pod waits for it.");
  CHECK(explained(Situation().init().app().running("init"), "1.36").back() ==
        "init: is running. While an init container runs, the pod waits for it.");
}

TEST_CASE("an ephemeral container is explained when it is started, and when it is not again") {
  const std::string once = "An ephemeral container is started once and never again.";
  const Situation fresh = Situation().app().ephemeral("debug");
  CHECK(explained(fresh, "1.30").at(1).starts_with("debug: does not exist. " + once + " So: started."));
  const Situation ended = Situation().app().ephemeral("debug").exited("debug");
  CHECK(explained(ended, "1.30").at(1).starts_with("debug: exited with code 0. " + once));
}

TEST_CASE("that all containers are restarted is explained for each, the cause of it last") {
  Situation pod = Situation().app("cause").app("other").exited("cause", 42).running("other");
  pod.container("cause").restart_policy = RestartPolicy::never;
  pod.container("cause").restart_policy_rules = {{"RestartAllContainers", "In", {42}}};
  const Sentences told = explained(pod, "1.36");
  const std::string rule = "A container's exit restarts all containers: they are removed, the source last. So: ";
  REQUIRE(told.size() >= 2);
  CHECK(told.at(told.size() - 2).starts_with("other: is running. " + rule + "killed and removed."));
  CHECK(told.back().starts_with("cause: exited with code 42. " + rule + "removed."));
}

TEST_CASE("the last init container's success is told from that of one before it") {
  Situation pod = Situation().init("first").init("second").app().exited("first");
  CHECK(explained(pod, "1.36").at(1) ==
        "first: exited with code 0. After an init container succeeded, the next one is started. So: the next init "
        "container is started.");
  CHECK(explained(pod.exited("second"), "1.36").at(1) ==
        "second: exited with code 0. When the last init container has succeeded, the pod is initialized.");
}

TEST_CASE("sandboxes are described with what is wrong with them") {
  Situation pod = Situation().app();
  CHECK(explained(Situation().app().no_sandbox(), "1.30").front().starts_with("pod: there is no sandbox. "));
  CHECK(explained(Situation().app().dead_sandbox(), "1.30").front().starts_with("pod: sb is not ready. "));
  pod.sandbox().ip = "";
  CHECK(explained(pod, "1.30").front().starts_with("pod: sb is ready without an IP. "));
  pod.sandbox().host_network = true;
  pod.older_sandbox(runtime::SandboxState::ready);
  CHECK(explained(pod, "1.30")
            .front()
            .starts_with("pod: sb is ready in the host's network without an IP, sb-older is ready in the host's "
                         "network without an IP. "));
}

TEST_CASE("that a pod is initialized since one of its containers runs is explained") {
  CHECK(explained(Situation().init().app().running("app"), "1.36")
            .at(1)
            .starts_with("app: is running. A regular container that was created or runs means that the pod is "
                         "initialized."));
}

TEST_CASE("the decision up to 1.7 is explained, too") {
  const Sentences sentences =
      explained(Situation().init().app().exited("init", 2, "Error").running("app").running("ghost"), "1.7");
  CHECK(sentences == Sentences{"pod: sb is ready. A ready sandbox is kept.",
                               "app: is running. A failed init container makes all regular containers start again. So: "
                               "started.",
                               "ghost: is running. Every running container that is not kept is killed. So: killed.",
                               "app: is running. Every running container that is not kept is killed. So: killed."});
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
  CHECK(to_json(reasons.at(0)) == nlohmann::ordered_json{{"found", "sb is ready"},
                                                         {"rule", "sandbox-ready"},
                                                         {"says", "A ready sandbox is kept."}});
  CHECK(to_json(reasons.at(1)) ==
        nlohmann::ordered_json{{"subject", "app"},
                               {"found", "exited with code 1 (Error), restartPolicy is Always"},
                               {"rule", "pod-deleted"},
                               {"says", "Nothing is restarted in a pod that is being deleted."},
                               {"effect", "left as it is"},
                               {"since", "1.18.0"},
                               {"source", "kubernetes/kubernetes#88440"}});
}

TEST_CASE("a panic is explained") {
  Situation pod = Situation().app().running("app");
  pod.sandbox().ip.reset();
  Reasons reasons;
  CHECK_THROWS((void)pod.actions("1.20", &reasons));
  REQUIRE(reasons.size() == 1);
  CHECK(to_sentence(reasons.front()).find("So: the kubelet panics. (since 1.8.0, ") != std::string::npos);
}

}  // namespace podreel::decide
