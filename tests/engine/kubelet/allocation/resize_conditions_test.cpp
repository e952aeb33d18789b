#include "engine/kubelet/allocation/resize_conditions.hpp"

#include <doctest/doctest.h>
#include <utility>

namespace podreel::kubelet {

TEST_CASE("a pending resize is news once, until its reason or the pod changes") {
  ResizeConditions conditions;
  CHECK(conditions.set_pending("uid", {"Deferred", "used: 3", 2}));
  CHECK_FALSE(conditions.set_pending("uid", {"Deferred", "used: 2", 2}));
  CHECK(conditions.find("uid")->pending->message == "used: 2");
  CHECK(conditions.set_pending("uid", {"Infeasible", "too much", 2}));
  CHECK(conditions.set_pending("uid", {"Infeasible", "too much", 3}));
  conditions.clear_pending("uid");
  CHECK_FALSE(conditions.find("uid")->pending);
}

TEST_CASE("a resize in progress keeps its error until it is over") {
  ResizeConditions conditions;
  conditions.set_in_progress("uid", 2);
  CHECK(conditions.set_error("uid", "cgroup is busy", 2));
  conditions.set_in_progress("uid", 2);
  CHECK(conditions.find("uid")->in_progress == ResizeCondition{"Error", "cgroup is busy", 2});
  CHECK_FALSE(conditions.set_error("uid", "cgroup is busy", 2));
  CHECK(conditions.set_error("uid", "cgroup is gone", 2));
  CHECK(conditions.clear_in_progress("uid"));
  CHECK_FALSE(conditions.clear_in_progress("uid"));
}

TEST_CASE("the version changes with the conditions only") {
  ResizeConditions conditions;
  conditions.set_in_progress("uid", 2);
  const std::uint64_t version = conditions.version();
  conditions.set_in_progress("uid", 2);
  conditions.clear_pending("uid");
  conditions.forget("other");
  CHECK(conditions.version() == version);
  conditions.forget("uid");
  CHECK(conditions.version() != version);
}

TEST_CASE("every change of the conditions is another version, so that a pod's next sync is no idle one") {
  ResizeConditions conditions;
  std::uint64_t last = conditions.version();
  const auto is_changed = [&] { return conditions.version() != std::exchange(last, conditions.version()); };
  static_cast<void>(conditions.set_pending("uid", {"Deferred", "used: 3", 2}));
  CHECK(is_changed());
  static_cast<void>(conditions.set_pending("uid", {"Deferred", "used: 3", 2}));
  CHECK_FALSE(is_changed());
  static_cast<void>(conditions.set_pending("uid", {"Deferred", "used: 2", 2}));
  CHECK(is_changed());
  conditions.clear_pending("uid");
  CHECK(is_changed());
  conditions.set_in_progress("uid", 2);
  CHECK(is_changed());
  static_cast<void>(conditions.set_error("uid", "cgroup is busy", 2));
  CHECK(is_changed());
  static_cast<void>(conditions.set_error("uid", "cgroup is busy", 2));
  CHECK_FALSE(is_changed());
  static_cast<void>(conditions.clear_in_progress("uid"));
  CHECK(is_changed());
  static_cast<void>(conditions.clear_in_progress("uid"));
  CHECK_FALSE(is_changed());
  api::Pod pod;
  pod.metadata.uid = "other";
  api::PodCondition progress;
  progress.type = "PodResizeInProgress";
  progress.status = "True";
  pod.status.conditions = {progress};
  conditions.backfill(pod);
  CHECK(is_changed());
  CHECK(conditions.find("other")->in_progress);
  conditions.forget("other");
  CHECK(is_changed());
}

TEST_CASE("an error of a resize that nobody has begun is about the generation that it was told with") {
  ResizeConditions conditions;
  static_cast<void>(conditions.set_error("uid", "cgroup is busy", 7));
  CHECK(conditions.find("uid")->in_progress == ResizeCondition{"Error", "cgroup is busy", 7});
}

TEST_CASE("a kubelet takes over what the one before it has reported") {
  api::Pod pod;
  pod.metadata.uid = "uid";
  ResizeConditions conditions;
  conditions.backfill(pod);
  CHECK(conditions.find("uid") == nullptr);
  api::PodCondition pending;
  pending.type = "PodResizePending";
  pending.status = "True";
  pending.reason = "Deferred";
  pending.observed_generation = 2;
  pod.status.conditions = {pending};
  conditions.backfill(pod);
  CHECK(conditions.find("uid")->pending == ResizeCondition{"Deferred", {}, 2});
  CHECK_FALSE(conditions.find("uid")->in_progress);
}

}  // namespace podreel::kubelet
