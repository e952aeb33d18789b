#include "engine/sync/prune.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <utility>

#include "tests/support/sync_stage.hpp"

namespace podreel::testing {

using Lines = std::vector<std::string>;

namespace {

/// Whose instances the pod's next sync removes, in this order.
Lines removed(SyncStage& stage) {
  static_cast<void>(stage.sync());
  Lines removals;
  for (const std::string& call : stage.actions()) {
    if (call.starts_with("RemoveContainer")) removals.push_back(call.substr(call.find(' ') + 1));
  }
  return removals;
}

}  // namespace

TEST_CASE("of each init container that has ended the newest instance stays, before the next one is started") {
  SyncStage stage{"1.30.7"};
  stage.init("b");
  stage.init("a");
  stage.init("next");
  stage.app();
  for (const char* name : {"a", "a", "b", "b", "b", "a"}) stage.exited(name);
  CHECK(removed(stage) == Lines{"a", "a", "b", "b"});
}

TEST_CASE("an init container that failed is pruned like others") {
  SyncStage stage{"1.30.7"};
  stage.init();
  stage.app();
  stage.exited("init").exit_code = 1;
  stage.exited("init").exit_code = 1;
  stage.exited("init").exit_code = 1;
  CHECK(removed(stage) == Lines{"init", "init"});
}

TEST_CASE("a container's status is read once before its removal up to 1.17, and twice since, for its rotated logs") {
  for (const auto& each : {std::pair{"1.17.17", 1}, std::pair{"1.18.0", 2}}) {
    SyncStage stage{each.first};
    stage.init();
    stage.app();
    stage.exited("init");
    stage.exited("init");
    static_cast<void>(stage.sync());
    const Lines calls = stage.calls();
    CHECK(std::ranges::count(calls, "0s ContainerStatus init") == each.second);
  }
}

TEST_CASE("the log of a container stays if the runtime does not know the container") {
  for (const char* release : {"1.17.17", "1.30.7"}) {
    for (const bool is_known : {true, false}) {
      CAPTURE(release);
      CAPTURE(is_known);
      SyncStage stage{release};
      stage.init();
      stage.app();
      stage.exited("init");
      stage.exited("init");
      stage.logs.write("uid", "init", 0);
      if (!is_known) stage.fail("ContainerStatus", "not found");
      static_cast<void>(stage.sync());
      CHECK(stage.logs.of("uid").contains("init") != is_known);
    }
  }
}

}  // namespace podreel::testing
