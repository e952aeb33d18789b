#include "engine/decide/restart_policy.hpp"

#include <doctest/doctest.h>

#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::RestartPolicy;
using testing::Situation;

namespace {

/// An exited container with a policy and rules of its own, in a pod of another policy.
Situation own(RestartPolicy pod_policy, std::optional<RestartPolicy> policy, std::int32_t code,
              std::vector<api::ContainerRestartRule> rules = {}) {
  Situation pod = Situation().policy(pod_policy).app().exited("app", code);
  pod.container("app").restart_policy = policy;
  pod.container("app").restart_policy_rules = std::move(rules);
  return pod;
}

constexpr auto always = RestartPolicy::always;
constexpr auto on_failure = RestartPolicy::on_failure;
constexpr auto never = RestartPolicy::never;
constexpr const char* with_rules = "1.34.9+ContainerRestartRules";

}  // namespace

TEST_CASE("a container's own policy counts with the gate of 1.34, which is on since 1.35") {
  const Situation pod = own(always, never, 1);
  CHECK(pod.on("1.33.13+ContainerRestartRules") == "start app");
  CHECK(pod.on("1.34.0") == "start app");
  CHECK(pod.on("1.34.0+ContainerRestartRules") == "kill pod");
  CHECK(pod.on("1.35.0") == "kill pod");
  CHECK(pod.on("1.35.0-ContainerRestartRules") == "start app");
  CHECK(pod.on("1.36.3-ContainerRestartRules") == "start app");
}

TEST_CASE("the container's policy goes before the pod's") {
  CHECK(own(never, always, 0).on(with_rules) == "start app");
  CHECK(own(never, on_failure, 0).on(with_rules) == "kill pod");
  CHECK(own(never, on_failure, 1).on(with_rules) == "start app");
  CHECK(own(always, std::nullopt, 1).on(with_rules) == "start app");
  CHECK(own(never, std::nullopt, 1).on(with_rules) == "kill pod");
}

TEST_CASE("the first rule that matches the exit code decides") {
  const std::vector<api::ContainerRestartRule> rules{{"Restart", "In", {3, 42}}, {"Restart", "NotIn", {1, 3}}};
  CHECK(own(always, never, 42, rules).on(with_rules) == "start app");
  CHECK(own(always, never, 3, rules).on(with_rules) == "start app");
  CHECK(own(always, never, 7, rules).on(with_rules) == "start app");
  CHECK(own(always, never, 1, rules).on(with_rules) == "kill pod");
}

TEST_CASE("a rule that asks for something unknown leaves the decision to the policy") {
  CHECK(own(always, never, 42, {{"RestartAllContainers", "In", {42}}}).on(with_rules) == "kill pod");
  CHECK(own(never, always, 42, {{"RestartAllContainers", "In", {42}}}).on(with_rules) == "start app");
  CHECK(own(always, never, 42, {{"Restart", "Between", {42}}}).on(with_rules) == "kill pod");
}

TEST_CASE("only the first matching rule is looked at") {
  CHECK(own(always, never, 42, {{"Other", "In", {42}}, {"Restart", "In", {42}}}).on(with_rules) == "kill pod");
}

TEST_CASE("rules without a policy of the container do not count") {
  CHECK(own(never, std::nullopt, 42, {{"Restart", "In", {42}}}).on(with_rules) == "kill pod");
}

TEST_CASE("a deleted pod is not restarted by a rule") {
  Situation pod = own(always, never, 42, {{"Restart", "In", {42}}});
  CHECK(pod.deleted().on(with_rules) == "kill pod");
}

TEST_CASE("after a failed probe the container's policy decides, its rules do not") {
  const auto failed = [](RestartPolicy pod_policy, RestartPolicy policy) {
    Situation pod = Situation().policy(pod_policy).app().running("app").liveness("app", ProbeResult::failure);
    pod.container("app").restart_policy = policy;
    pod.container("app").restart_policy_rules = {{"Restart", "NotIn", {}}};
    return pod;
  };
  CHECK(failed(always, never).on(with_rules) ==
        "kill pod; kill app-0: Container app failed liveness probe [LivenessProbe]");
  CHECK(failed(always, never).on("1.34.9") ==
        "kill app-0: Container app failed liveness probe, will be restarted [LivenessProbe]; start app");
  CHECK(failed(never, on_failure).on(with_rules) ==
        "kill app-0: Container app failed liveness probe, will be restarted [LivenessProbe]; start app");
}

TEST_CASE("a changed definition restarts a container whose own policy is Never") {
  Situation pod = Situation().app().running("app").changed("app");
  pod.container("app").restart_policy = never;
  CHECK(pod.on(with_rules) == "kill app-0: Container app definition changed, will be restarted; start app");
}

}  // namespace podreel::decide
