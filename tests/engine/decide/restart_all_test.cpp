#include "engine/decide/restart_all.hpp"

#include <doctest/doctest.h>

#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::RestartPolicy;
using testing::Situation;

namespace {

void restart_all_on_42(api::Container& container) {
  container.restart_policy = RestartPolicy::never;
  container.restart_policy_rules = {{"RestartAllContainers", "In", {42}}};
}

/// A pod whose container "app" restarts all when it exits with 42.
Situation pod() {
  Situation situation = Situation().init().app().app("second");
  restart_all_on_42(situation.container("app"));
  situation.exited("init").running("second");
  return situation;
}

}  // namespace

TEST_CASE("a container's exit removes all, the one that caused it last") {
  CHECK(pod().exited("app", 42).on("1.36") == "kill and remove second-0; remove init-0; remove app-0");
}

TEST_CASE("another exit code restarts nothing but what the policies say") {
  CHECK(pod().exited("app", 1).on("1.36") == "nothing");
}

TEST_CASE("restarting all needs three gates: two of them on since 1.36, one since 1.35") {
  const Situation exited = pod().exited("app", 42);
  const std::string all = exited.on("1.36.0");
  const std::string not_all = "nothing";
  CHECK(exited.on("1.36.0-RestartAllContainers") == not_all);
  CHECK(exited.on("1.36.0-NodeDeclaredFeatures") == not_all);
  CHECK(exited.on("1.36.0-ContainerRestartRules").find("remove") == std::string::npos);
  CHECK(exited.on("1.35.0+RestartAllContainers") == all);
  CHECK(exited.on("1.35.0+NodeDeclaredFeatures") == not_all);
  CHECK(exited.on("1.35.0+RestartAllContainersOnContainerExits") == not_all);
  CHECK(exited.on("1.35.0") == not_all);
  CHECK(exited.on("1.34.9+ContainerRestartRules+RestartAllContainers").find("remove") == std::string::npos);
}

TEST_CASE("an init container can restart all, too, and goes after the regular causes") {
  Situation init = Situation().init("first").init("second").app();
  restart_all_on_42(init.container("second"));
  CHECK(init.exited("first").exited("second", 42).on("1.36") == "remove first-0; remove second-0");

  Situation both = pod();
  restart_all_on_42(both.container("init"));
  both.newest("init").exit_code = 42;
  CHECK(both.exited("app", 42).on("1.36") == "kill and remove second-0; remove app-0; remove init-0");
}

TEST_CASE("only the newest instance can be the cause, but all of them are removed, each by its own exit") {
  Situation older = pod().exited("app", 42).running("app");
  CHECK(older.on("1.36") == "nothing");
  CHECK(pod().exited("app", 1).exited("app", 42).created("second").on("1.36") ==
        "remove app-0; kill and remove second-1; kill and remove second-0; remove init-0; remove app-1");
}

TEST_CASE("containers that are not in the spec stay") {
  CHECK(pod().exited("app", 42).running("ghost").on("1.36") == "kill and remove second-0; remove init-0; remove app-0");
}

TEST_CASE("a dead sandbox is replaced all the same") {
  CHECK(pod().exited("app", 42).dead_sandbox().on("1.36") ==
        "kill pod; new sandbox; kill and remove second-0; remove init-0; remove app-0");
}

TEST_CASE("what was reported to the API counts, too: a restart under way, or an exit that the runtime forgot") {
  Situation situation = pod();
  api::Pod api_pod = situation.pod();
  api::PodSpec spec;
  spec.init_containers.push_back(situation.container("init"));
  spec.containers.push_back(situation.container("app"));
  restart_all_on_42(spec.init_containers.back());
  api_pod.spec = std::make_shared<const api::PodSpec>(spec);
  const runtime::PodStatus nothing;
  const release::Behaviour behaviour = release::behaviour_of({36, 0});
  const auto due = [&](const api::PodStatus& reported) {
    return should_all_containers_restart(api_pod, nothing, behaviour, &reported);
  };
  CHECK_FALSE(should_all_containers_restart(api_pod, nothing, behaviour));
  CHECK_FALSE(due({}));

  api::PodStatus under_way;
  under_way.conditions.push_back({"AllContainersRestarting", "False", "", "", {}, {}, 0});
  CHECK_FALSE(due(under_way));
  under_way.conditions.back().status = "True";
  CHECK(due(under_way));
  CHECK_FALSE(should_all_containers_restart(api_pod, nothing, release::behaviour_of({34, 0}), &under_way));

  api::ContainerStatus exited;
  exited.name = "app";
  exited.state = api::StateTerminated{42, 0, "", "", {}, {}, ""};
  api::PodStatus regular;
  regular.container_statuses = {exited};
  CHECK(due(regular));
  regular.container_statuses.back().state = api::StateTerminated{1, 0, "", "", {}, {}, ""};
  CHECK_FALSE(due(regular));
  regular.container_statuses.back().state = api::StateRunning{};
  CHECK_FALSE(due(regular));

  exited.name = "init";
  api::PodStatus init;
  init.init_container_statuses = {exited};
  CHECK(due(init));
}

}  // namespace podreel::decide
