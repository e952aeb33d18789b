#include "engine/sync/pod_sync_result.hpp"

#include <doctest/doctest.h>

#include "tests/support/kubelet_label.hpp"

namespace podreel::sync {

using namespace std::chrono_literals;

TEST_CASE("every step has the name that upstream gives it") {
  CHECK(to_string(SyncAction::start_container) == "StartContainer");
  CHECK(to_string(SyncAction::kill_container) == "KillContainer");
  CHECK(to_string(SyncAction::create_pod_sandbox) == "CreatePodSandbox");
  CHECK(to_string(SyncAction::config_pod_sandbox) == "ConfigPodSandbox");
  CHECK(to_string(SyncAction::kill_pod_sandbox) == "KillPodSandbox");
  CHECK(to_string(SyncAction::remove_container) == "RemoveContainer");
  CHECK(to_string(SyncAction::resize_pod_in_place) == "ResizePodInPlace");
}

TEST_CASE("a sync has failed if one of its steps has, or it as a whole") {
  PodSyncResult result;
  CHECK_FALSE(result.failed());
  result.add(SyncAction::start_container, "a");
  CHECK_FALSE(result.failed());
  result.add(SyncAction::start_container, "b").failure = SyncFailure{"ErrImagePull", "no"};
  CHECK(result.failed());
  PodSyncResult broken;
  broken.sync_error = "broken";
  CHECK(broken.failed());
}

TEST_CASE("the first end of several back-offs is the earliest, wherever it stands") {
  PodSyncResult result;
  CHECK_FALSE(result.min_back_off_expiration());
  result.add(SyncAction::start_container, "a");
  result.add(SyncAction::start_container, "b").failure = SyncFailure{"ErrImagePull", "no"};
  CHECK_FALSE(result.min_back_off_expiration());
  for (const sim::Duration end : {30s, 10s, 20s}) {
    result.add(SyncAction::start_container, "c").failure = SyncFailure{"CrashLoopBackOff", "", sim::Time{end}};
  }
  CHECK(result.min_back_off_expiration() == sim::Time{10s});
}

TEST_CASE("what another part of the sync did is added behind, and its error counts if it has one") {
  PodSyncResult result;
  result.sync_error = "first";
  result.add(SyncAction::kill_container, "a");
  PodSyncResult other;
  other.add(SyncAction::start_container, "b");
  result.append(other);
  REQUIRE(result.results.size() == 2);
  CHECK(result.results[1].target == "b");
  CHECK(result.sync_error == "first");
  other.sync_error = "second";
  result.append(other);
  CHECK(result.sync_error == "second");
}

TEST_CASE("an error that is told twice is told once") {
  PodSyncResult result;
  for (int time = 0; time < 2; ++time) {
    result.add(SyncAction::kill_container, "a").failure = SyncFailure{"KillContainerError", "no"};
  }
  CHECK(result.error_text(testing::behaviour_of_label("1.30.0")) ==
        R"(failed to "KillContainer" for "a" with KillContainerError: "no")");
}

}  // namespace podreel::sync
