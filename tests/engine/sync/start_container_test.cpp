#include "engine/sync/start_container.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/sync_stage.hpp"

namespace podreel::testing {

namespace {

using Reported = std::vector<std::string>;

sync::SyncFailure failure_of(const sync::PodSyncResult& result) {
  REQUIRE(result.results.back().failure);
  return *result.results.back().failure;
}

}  // namespace

TEST_CASE("a debug container starts only if its target was created once") {
  for (const bool is_created : {false, true}) {
    SyncStage stage{"1.36.3"};
    stage.app();
    if (is_created) stage.exited("app");
    api::Container debug;
    debug.name = "debug";
    debug.image = "busybox:1";
    debug.stored = std::make_shared<const nlohmann::json>(nlohmann::json{{"targetContainerName", "app"}});
    stage.spec.ephemeral_containers.push_back(debug);
    static_cast<void>(stage.sync());
    const bool is_refused =
        std::ranges::count(stage.events(),
                           "Failed spec.ephemeralContainers{debug}: Error: unable to find target container app") == 1;
    CHECK(is_refused == !is_created);
  }
}

TEST_CASE("an image that cannot be looked at keeps its container from starting, which is told once more since 1.9") {
  for (const auto& each :
       {std::pair{"1.8.15", Reported{"InspectFailed spec.containers{app}: Failed to inspect image \"app:1\": broken"}},
        std::pair{"1.30.7", Reported{"InspectFailed spec.containers{app}: Failed to inspect image \"app:1\": broken",
                                     "Failed spec.containers{app}: Error: ImageInspectError"}}}) {
    CAPTURE(std::string{each.first});
    SyncStage stage{each.first};
    stage.app();
    stage.fail("ImageStatus", "broken");
    CHECK(failure_of(stage.sync()) ==
          sync::SyncFailure{"ImageInspectError", "Failed to inspect image \"app:1\": broken"});
    CHECK(stage.events() == each.second);
    CHECK(stage.actions().empty());
  }
}

TEST_CASE("an image whose user cannot be asked for once it is there is an error of the container's configuration") {
  SyncStage stage{"1.32.10", {}};
  stage.app().image_pull_policy = api::PullPolicy::always;
  // Since 1.32 such an image is looked at after its pull only: for its size, and for its user.
  stage.fail("ImageStatus", "no size");
  stage.fail("ImageStatus", "rpc error: code = Unknown desc = no user");
  CHECK(failure_of(stage.sync()) == sync::SyncFailure{"CreateContainerConfigError", "no user"});
  CHECK(stage.actions() == Reported{"PullImage app:1"});
  CHECK(stage.events().back() == "Failed spec.containers{app}: Error: no user");
}

TEST_CASE("an image whose size cannot be had has none in the event, and the container starts") {
  SyncStage stage{"1.32.10", {}};
  stage.app().image_pull_policy = api::PullPolicy::always;
  stage.fail("ImageStatus", "no size");
  CHECK_FALSE(stage.sync().failed());
  CHECK(stage.events().at(1).ends_with("Image size: 0 bytes."));
}

TEST_CASE("a container that is created but cannot be started tells why, and who") {
  SyncStage stage{"1.30.7"};
  stage.app();
  stage.fail("StartContainer", "rpc error: code = Unknown desc = exec: \"/bin/x\": not found");
  CHECK(failure_of(stage.sync()) == sync::SyncFailure{"RunContainerError", "exec: \"/bin/x\": not found"});
  CHECK(stage.events().back() == "Failed spec.containers{app}: Error: exec: \"/bin/x\": not found");
}

TEST_CASE("a container's number follows from the runtime, or else from its logs") {
  SyncStage stage{"1.30.7"};
  stage.app();
  static_cast<void>(stage.sync());
  CHECK(stage.actions().front() == "CreateContainer app 0");
  static_cast<void>(stage.sync());
  CHECK(stage.actions().front() == "CreateContainer app 1");
  stage.exited("app").restart_count = 6;
  static_cast<void>(stage.sync());
  CHECK(stage.actions().front() == "CreateContainer app 7");
}

}  // namespace podreel::testing
