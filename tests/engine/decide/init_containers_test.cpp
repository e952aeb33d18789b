#include "engine/decide/init_containers.hpp"

#include <doctest/doctest.h>

#include "tests/support/situation.hpp"

namespace podreel::decide {

using api::RestartPolicy;
using testing::Situation;

namespace {

constexpr const char* init_unknown = "Init container is in \"unknown\" state, try killing it before restart";

Situation two_init_containers() {
  return Situation().init("first").init("second").app();
}

std::string kill_then(const std::string& id, const std::string& more) {
  return "kill " + id + ": " + init_unknown + more;
}

}  // namespace

TEST_CASE("the first init container starts when none has run") {
  CHECK(two_init_containers().on("1.8.0") == "start first");
  CHECK(two_init_containers().on("1.32") == "start first");
}

TEST_CASE("while an init container runs, the pod waits") {
  CHECK(two_init_containers().running("first").on("1.27") == "nothing");
  CHECK(two_init_containers().exited("first").running("second").on("1.27") == "nothing");
}

TEST_CASE("after one init container the next, after the last the regular containers") {
  CHECK(two_init_containers().exited("first").on("1.27") == "start second");
  CHECK(two_init_containers().exited("first").exited("second").on("1.27") == "start app");
  CHECK(two_init_containers().exited("second").on("1.27") == "start app");
}

TEST_CASE("up to 1.32, an init container that was created is passed over") {
  CHECK(two_init_containers().exited("first").created("second").on("1.27") == "start second");
  CHECK(two_init_containers().created("first").on("1.27") == "start first");
}

TEST_CASE("a failed init container is started again, the last one first") {
  CHECK(two_init_containers().exited("first", 1).on("1.27") == "start first");
  CHECK(two_init_containers().exited("first", 1).exited("second", 1).on("1.27") == "start second");
  CHECK(two_init_containers().exited("first", 1).exited("second", 0).on("1.27") == "start first");
  CHECK(two_init_containers().policy(RestartPolicy::on_failure).exited("first", 1).on("1.27") == "start first");
}

TEST_CASE("a failed init container ends a Never pod") {
  const Situation pod = two_init_containers().policy(RestartPolicy::never).exited("first", 1);
  CHECK(pod.on("1.8.0") == "kill pod");
  CHECK(pod.on("1.27") == "kill pod");
}

TEST_CASE("a Never pod whose init containers succeed goes on") {
  const Situation pod = two_init_containers().policy(RestartPolicy::never).exited("first", 0);
  CHECK(pod.on("1.27") == "start second");
}

TEST_CASE("since 1.14 a lost init container has failed and is killed before it starts again") {
  const Situation pod = two_init_containers().exited("first").unknown("second");
  CHECK(pod.on("1.13.12") == "start second");
  CHECK(pod.on("1.14.0") == kill_then("second-0", "; start second"));
  CHECK(pod.on("1.20.15") == kill_then("second-0", "; start second"));
  CHECK(pod.on("1.21.0") == kill_then("second-0", " [Unknown]; start second"));
  const Situation first_lost = two_init_containers().unknown("first");
  CHECK(first_lost.on("1.13.12") == "start first");
  CHECK(first_lost.on("1.14.0") == kill_then("first-0", "; start first"));
}

TEST_CASE("since 1.14 a lost init container ends a Never pod") {
  const Situation pod = two_init_containers().policy(RestartPolicy::never).exited("first").unknown("second");
  CHECK(pod.on("1.13.12") == "start second");
  CHECK(pod.on("1.14.0") == "kill pod");
}

TEST_CASE("since 1.23 an init container that was OOMKilled has failed even with exit code 0") {
  const Situation pod = two_init_containers().exited("first", 0, "OOMKilled");
  CHECK(pod.on("1.22.17") == "start second");
  CHECK(pod.on("1.23.0") == "start first");
  CHECK(two_init_containers().exited("first", 0, "Completed").on("1.23.0") == "start second");
}

TEST_CASE("since 1.21 a running regular container means that init containers are over") {
  const Situation pod = Situation().init().app().app("second").running("app").exited("second", 1);
  CHECK(pod.on("1.20.15") == "start init");
  CHECK(pod.on("1.21.0") == "start second");
  CHECK(pod.on("1.27") == "start second");
  CHECK(Situation().init().app().exited("app", 1).on("1.27") == "start init");
  CHECK(Situation().init().app().created("app").on("1.27") == "start init");
}

TEST_CASE("regular containers are not looked at before initialization, ephemeral ones are started all the same") {
  CHECK(Situation().init().app().ephemeral().on("1.27") == "start debug; start init");
}

TEST_CASE("ephemeral containers start once: behind a gate from 1.16, by default since 1.23, always since 1.25") {
  const Situation pod = Situation().app().ephemeral().running("app");
  CHECK(pod.on("1.15.12+EphemeralContainers") == "nothing");
  CHECK(pod.on("1.16.0") == "nothing");
  CHECK(pod.on("1.16.0+EphemeralContainers") == "start debug");
  CHECK(pod.on("1.22.17") == "nothing");
  CHECK(pod.on("1.22.17+EphemeralContainers") == "start debug");
  CHECK(pod.on("1.23.0") == "start debug");
  CHECK(pod.on("1.23.0-EphemeralContainers") == "nothing");
  CHECK(pod.on("1.24.17-EphemeralContainers") == "nothing");
  CHECK(pod.on("1.25.0-EphemeralContainers") == "start debug");
  CHECK(Situation().app().ephemeral().running("app").exited("debug", 1).on("1.30") == "nothing");
  CHECK(Situation().app().ephemeral("one").ephemeral("two").running("app").running("one").on("1.30") == "start two");
}

}  // namespace podreel::decide
