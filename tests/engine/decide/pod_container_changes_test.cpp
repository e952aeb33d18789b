#include "engine/decide/pod_container_changes.hpp"

#include <doctest/doctest.h>

#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::RestartPolicy;
using testing::Situation;

namespace {

using Indices = std::map<std::string, std::size_t, std::less<>>;

/// What 1.7 starts: {index, reason}.
std::map<std::size_t, StartReason> started(const Situation& pod) {
  std::map<std::size_t, StartReason> result;
  for (const auto& [index, start] : pod.changes("1.7").containers_to_start) result[index] = start.reason;
  return result;
}

using Starts = std::map<std::size_t, StartReason>;

std::vector<std::string> killed(const Situation& pod) {
  std::vector<std::string> result;
  for (const ContainerToKill& kill : pod.changes("1.7").containers_to_kill) {
    result.push_back(kill.id + ": " + kill.message + kill.reason);
  }
  return result;
}

using Kills = std::vector<std::string>;

}  // namespace

TEST_CASE("up to 1.7, running containers are kept by their ids") {
  const PodContainerChanges changes = Situation().app().app("second").running("second").running("app").changes("1.7");
  CHECK(changes.containers_to_keep == Indices{{"app-0", 0}, {"second-0", 1}});
  CHECK(changes.containers_to_start.empty());
  CHECK(changes.containers_to_kill.empty());
  CHECK_FALSE(changes.create_sandbox);
  CHECK(changes.sandbox_id == "sb");
  CHECK(changes.next_init == NextInit{std::nullopt, "", true});
}

TEST_CASE("up to 1.7, dead containers are started as the policy says") {
  CHECK(started(Situation().app().app("second").exited("app").running("second")) == Starts{{0, StartReason::dead}});
  CHECK(started(Situation().policy(RestartPolicy::never).app().exited("app")).empty());
  CHECK(started(Situation().policy(RestartPolicy::never).app()) == Starts{{0, StartReason::dead}});
  CHECK(Situation().app().changes("1.7").containers_to_start.at(0).message ==
        "Container app is dead, but RestartPolicy says that we should restart it.");
}

TEST_CASE("up to 1.7, a dead sandbox restarts what ran in it, unless the policy is Never") {
  const Situation pod = Situation().init().app().exited("init").running("app").dead_sandbox();
  const PodContainerChanges changes = pod.changes("1.7");
  CHECK(changes.create_sandbox);
  CHECK(changes.attempt == 1);
  CHECK(started(pod) == Starts{{0, StartReason::sandbox_dead}});
  CHECK(killed(pod) == Kills{"app-0: Container app's pod sandbox is dead, the container will be recreated."});
  CHECK(changes.init_containers_to_keep.empty());
  CHECK(started(Situation().policy(RestartPolicy::never).app().running("app").dead_sandbox()).empty());
}

TEST_CASE("up to 1.7, init containers are kept while they run or once they have exited, up to the first failure") {
  const auto pod = [] { return Situation().init("a").init("b").init("c").app(); };
  CHECK(pod().exited("a").running("b").changes("1.7").init_containers_to_keep == Indices{{"a-0", 0}, {"b-0", 1}});
  CHECK(pod().exited("b").changes("1.7").init_containers_to_keep == Indices{{"b-0", 1}});
  const PodContainerChanges failed = pod().exited("a").exited("b", 1).exited("c").changes("1.7");
  CHECK(failed.init_failed);
  CHECK(failed.init_containers_to_keep == Indices{{"a-0", 0}, {"b-0", 1}});
  CHECK(failed.next_init == NextInit{1, "b-0", false});
  CHECK(pod().created("a").unknown("b").changes("1.7").init_containers_to_keep.empty());
}

TEST_CASE("up to 1.7, init containers are not kept for their own sake") {
  const Situation pod = Situation().policy(RestartPolicy::never).init().app().exited("init").exited("app");
  CHECK(pod.changes("1.7").init_containers_to_keep.empty());
  CHECK(Situation(pod).dead_sandbox().changes("1.7").init_containers_to_keep.empty());
  CHECK(Situation()
            .policy(RestartPolicy::never)
            .init()
            .app()
            .exited("init")
            .running("app")
            .changes("1.7")
            .init_containers_to_keep == Indices{{"init-0", 0}});
}

TEST_CASE("up to 1.7, a failed init container restarts the regular containers that run") {
  const auto pod = [] { return Situation().init().app().exited("init", 1).running("app"); };
  CHECK(started(pod()) == Starts{{0, StartReason::init_failed}});
  CHECK(killed(pod()) == Kills{"app-0: Failed to initialize pod. \"app\" will be restarted."});
  CHECK(started(pod().policy(RestartPolicy::never)).empty());
  CHECK(killed(pod().policy(RestartPolicy::never)) == Kills{"app-0: "});
}

TEST_CASE("up to 1.7, a changed definition restarts under any policy, a failed liveness probe does not under Never") {
  const auto pod = [] { return Situation().app().running("app"); };
  CHECK(started(pod().policy(RestartPolicy::never).changed("app")) == Starts{{0, StartReason::definition_changed}});
  CHECK(killed(pod().changed("app")) ==
        Kills{"app-0: Pod \"web\" container \"app\" hash changed (2222 vs 1111), it will be killed and re-created."});
  CHECK(killed(pod().liveness("app", ProbeResult::failure)) ==
        Kills{"app-0: pod \"web_default(u1)\" container \"app\" is unhealthy, it will be killed and re-created."});
  CHECK(started(pod().liveness("app", ProbeResult::failure)) == Starts{{0, StartReason::unhealthy}});
  CHECK(started(pod().policy(RestartPolicy::never).liveness("app", ProbeResult::failure)).empty());
  CHECK(killed(pod().policy(RestartPolicy::never).liveness("app", ProbeResult::failure)) == Kills{"app-0: "});
  CHECK(killed(pod().liveness("app", ProbeResult::unknown)).empty());
  CHECK(killed(pod().liveness("app", ProbeResult::success)).empty());
}

TEST_CASE("up to 1.7, what is not in the spec is killed, whatever else runs") {
  const Situation pod = Situation().app().running("app").running("ghost").exited("gone");
  CHECK(killed(pod) == Kills{"ghost-0: "});
  CHECK(killed(Situation().app().running("app").running("app")) == Kills{"app-0: "});
}

TEST_CASE("up to 1.7, a pod is killed when nothing is kept and started, and its sandbox replaced to start something") {
  CHECK(Situation().policy(RestartPolicy::never).app().exited("app").on("1.7") == "kill pod");
  CHECK(Situation().policy(RestartPolicy::never).app().exited("app").dead_sandbox().on("1.7") == "kill pod");
  CHECK(Situation().app().exited("app").dead_sandbox().on("1.7") == "kill pod; new sandbox; start app");
  CHECK(Situation().app().app("second").running("app").on("1.7") == "start second");
  CHECK(Situation().app().running("app").running("ghost").on("1.7") == "kill ghost-0: ");
  CHECK(Situation().app().running("app").dead_sandbox().actions("1.7").attempt == 1);
  CHECK(Situation().app().running("app").on("1.7") == "nothing");
}

TEST_CASE("up to 1.7, regular containers wait for init containers, which are not run again in a new sandbox") {
  const auto pod = [] { return Situation().init("a").init("b").app(); };
  CHECK(pod().on("1.7") == "start a");
  CHECK(pod().exited("a").on("1.7") == "start b");
  CHECK(pod().running("a").on("1.7") == "nothing");
  CHECK(pod().exited("a").exited("b").on("1.7") == "start app");
  CHECK(pod().exited("a", 1).on("1.7") == "start a");
  CHECK(pod().policy(RestartPolicy::never).exited("a", 1).on("1.7") == "nothing");
  CHECK(pod().exited("a").exited("b").exited("app").dead_sandbox().on("1.7") == "kill pod; new sandbox; start app");
}

}  // namespace podreel::decide
