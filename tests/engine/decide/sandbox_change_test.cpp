#include "engine/decide/sandbox_change.hpp"

#include <doctest/doctest.h>

#include "tests/support/situation.hpp"

namespace podreel::decide {

using runtime::SandboxState;
using testing::Situation;

TEST_CASE("a ready sandbox is kept, under its id and attempt") {
  Situation pod;
  pod.app().running("app");
  pod.sandbox().attempt = 3;
  const PodActions actions = pod.actions("1.30");
  CHECK_FALSE(actions.kill_pod);
  CHECK_FALSE(actions.create_sandbox);
  CHECK(actions.sandbox_id == "sb");
  CHECK(actions.attempt == 3);
  CHECK(pod.actions("1.7").sandbox_id == "sb");
}

TEST_CASE("a pod without a sandbox gets its first one") {
  const Situation pod = Situation().app().no_sandbox();
  const PodActions actions = pod.actions("1.30");
  CHECK(pod.in_short(actions) == "kill pod; new sandbox; start app");
  CHECK(actions.sandbox_id.empty());
  CHECK(actions.attempt == 0);
}

TEST_CASE("a sandbox that is not ready is replaced by the next attempt") {
  const Situation pod = Situation().app().running("app").dead_sandbox();
  const PodActions actions = pod.actions("1.30");
  CHECK(pod.in_short(actions) == "kill pod; new sandbox; start app");
  CHECK(actions.sandbox_id == "sb");
  CHECK(actions.attempt == 1);
}

TEST_CASE("an older dead sandbox does no harm, a second ready one does") {
  CHECK(Situation().app().running("app").older_sandbox(SandboxState::not_ready).on("1.30") == "nothing");
  const Situation two = Situation().app().running("app").older_sandbox(SandboxState::ready);
  const PodActions actions = two.actions("1.30");
  CHECK(two.in_short(actions) == "kill pod; new sandbox; start app");
  CHECK(actions.sandbox_id == "sb");
  CHECK(actions.attempt == 2);
}

TEST_CASE("an older ready sandbox behind a dead one does not save the pod") {
  const Situation pod = Situation().app().running("app").older_sandbox(SandboxState::ready).dead_sandbox();
  CHECK(pod.on("1.30") == "kill pod; new sandbox; start app");
}

TEST_CASE("a sandbox in the wrong network namespace is replaced and forgotten") {
  Situation wants_host = Situation().app().running("app").host_network();
  CHECK(wants_host.on("1.30") == "kill pod; new sandbox; start app");
  CHECK(wants_host.actions("1.30").sandbox_id.empty());
  CHECK(wants_host.actions("1.30").attempt == 1);
  CHECK(wants_host.actions("1.7").sandbox_id.empty());

  Situation has_host = Situation().app().running("app");
  has_host.sandbox().host_network = true;
  CHECK(has_host.on("1.30") == "kill pod; new sandbox; start app");
}

TEST_CASE("a sandbox without an IP is replaced since 1.8, unless the pod uses the host's network") {
  Situation pod = Situation().app().running("app");
  pod.sandbox().ip = "";
  CHECK(pod.on("1.30") == "kill pod; new sandbox; start app");
  CHECK(pod.on("1.8.0") == "kill pod; new sandbox; start app");
  CHECK(pod.actions("1.30").sandbox_id == "sb");
  CHECK(pod.on("1.7.16") == "nothing");
  pod.host_network();
  pod.sandbox().host_network = true;
  CHECK(pod.on("1.30") == "nothing");
}

TEST_CASE("a sandbox status without network makes the kubelet panic from 1.8 to 1.24") {
  Situation pod = Situation().app().running("app");
  pod.sandbox().ip.reset();
  CHECK_FALSE(pod.panics("1.7.16"));
  CHECK(pod.panics("1.8.0"));
  CHECK(pod.panics("1.24.17"));
  CHECK_FALSE(pod.panics("1.25.0"));
  CHECK(pod.on("1.25.0") == "nothing");
  CHECK(pod.on("1.7.16") == "nothing");
}

TEST_CASE("what actions held before is gone, even where the kubelet panics") {
  PodActions actions = Situation().app().running("app").dead_sandbox().actions("1.20");
  REQUIRE(actions.attempt == 1);
  Situation pod = Situation().app().running("app");
  CHECK_FALSE(pod.panics("1.20", actions));
  CHECK(actions == pod.actions("1.20"));
  actions = Situation().app().running("app").dead_sandbox().actions("1.20");
  pod.sandbox().ip.reset();
  CHECK(pod.panics("1.20", actions));
  CHECK(actions == PodActions{});
}

TEST_CASE("the network is not looked at where the sandbox is replaced anyway, or the host's is used") {
  Situation dead = Situation().app().dead_sandbox();
  dead.sandbox().ip.reset();
  CHECK_FALSE(dead.panics("1.20"));
  Situation host = Situation().app().running("app").host_network();
  host.sandbox().ip.reset();
  host.sandbox().host_network = true;
  CHECK_FALSE(host.panics("1.20"));
  CHECK_FALSE(Situation().app().no_sandbox().panics("1.20"));
}

TEST_CASE("a panic says what the Go runtime says") {
  Situation pod = Situation().app().running("app");
  pod.sandbox().ip.reset();
  CHECK_THROWS_WITH((void)pod.actions("1.20"), "runtime error: invalid memory address or nil pointer dereference");
}

}  // namespace podreel::decide
