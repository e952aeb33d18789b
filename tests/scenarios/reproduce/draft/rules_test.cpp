// Parts of evidence that several explanations use.
#include "scenarios/reproduce/draft/rules.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

SeenEvent seen_event(std::string reason, std::string container, std::uint64_t count) {
  SeenEvent event;
  event.reason = std::move(reason);
  event.container = std::move(container);
  event.count = count;
  return event;
}

SeenRow seen_row(std::string status) {
  SeenRow row;
  row.status = std::move(status);
  return row;
}

}  // namespace

TEST_CASE("events are found and counted by reason and container") {
  SeenPod pod;
  pod.events = {seen_event("Pulled", "app", 3), seen_event("Pulled", "log", 4), seen_event("Created", "app", 1)};
  CHECK(events_of(pod, "Pulled").size() == 2);
  CHECK(events_of(pod, "Pulled", "log").size() == 1);
  CHECK(times_of(pod, "Pulled") == 7);
  CHECK(times_of(pod, "Pulled", "app") == 3);
  CHECK(times_of(pod, "Failed") == 0);
}

TEST_CASE("the status of a row is about init containers or about others") {
  SeenPod pod;
  pod.rows = {seen_row("Init:CrashLoopBackOff")};
  CHECK(has_status(pod, true, {"Error", "CrashLoopBackOff"}));
  CHECK_FALSE(has_status(pod, false, {"CrashLoopBackOff"}));
  pod.rows = {seen_row("CrashLoopBackOff")};
  CHECK(has_status(pod, false, {"CrashLoopBackOff"}));
  CHECK_FALSE(has_status(pod, true, {"CrashLoopBackOff"}));
  CHECK(init_containers_done("Init:1/3") == 1);
  for (const char* status : {"Init:Error", "Running", "1/3", "Init:x/3"}) {
    CHECK_FALSE_MESSAGE(init_containers_done(status), status);
  }
}

TEST_CASE("a container waits for the reason of its state, of the only row that can be its own, or of a log") {
  SeenPod pod;
  pod.container("app").waiting_reason = "ErrImagePull";
  CHECK(waits_for(pod, "app", "ErrImagePull"));
  CHECK_FALSE(waits_for(pod, "app", "ImagePullBackOff"));
  pod.rows = {seen_row("ImagePullBackOff")};
  CHECK(waits_for(pod, "app", "ImagePullBackOff"));
  pod.container("log");
  CHECK_FALSE(waits_for(pod, "app", "ImagePullBackOff"));
  pod.container("fetch", true);
  pod.rows = {seen_row("Init:ErrImagePull")};
  CHECK(waits_for(pod, "fetch", "ErrImagePull"));
  SeenError error;
  error.container = "log";
  error.reason = "CreateContainerError";
  pod.errors = {error};
  CHECK(waits_for(pod, "log", "CreateContainerError"));
  CHECK_FALSE(waits_for(pod, "app", "CreateContainerError"));
}

TEST_CASE("back-offs double up to five minutes") {
  CHECK(back_offs_until(0) == 0);
  CHECK(back_offs_until(1) == 10);
  CHECK(back_offs_until(5) == 10 + 20 + 40 + 80 + 160);
  CHECK(back_offs_until(7) == 310 + 300 + 300);
}

TEST_CASE("the longest back-off of a container's state and log bounds its restarts") {
  SeenPod pod;
  CHECK(restarts_by_back_off(pod, "app") == 0);
  pod.container("app").waiting_message = "back-off 10s restarting failed container=app pod=web_shop(7)";
  CHECK(restarts_by_back_off(pod, "app") == 1);
  SeenError error;
  error.container = "app";
  error.message = "back-off 40s restarting failed container=app pod=web_shop(7)";
  pod.errors = {error};
  CHECK(restarts_by_back_off(pod, "app") == 3);
  CHECK(restarts_by_back_off(pod, "log") == 0);
  pod.container("app").waiting_message = "back-off 5m0s restarting failed container=app pod=web_shop(7)";
  CHECK(restarts_by_back_off(pod, "app") == 6);
}

TEST_CASE("texts are taken out of messages") {
  CHECK(without_rpc_code("rpc error: code = Unknown desc = no cni") == "no cni");
  CHECK(without_rpc_code("rpc error: code = Unknown") == "rpc error: code = Unknown");
  CHECK(without_rpc_code("no desc = x") == "no desc = x");
  CHECK(quoted_after(R"(pulling image "app:1" failed)", "image") == "app:1");
  CHECK(quoted_after(R"(pulling image "app:1)", "image") == "app:1");
  CHECK(quoted_after("pulling image app", "image").empty());
  CHECK(quoted_after(R"("a" b)", "image").empty());
  CHECK(volume_of(R"(MountVolume.SetUp failed for volume "settings" : x)") == "settings");
  CHECK(volume_of(R"(x (volume.spec.Name: "pv-1") for volume "other")") == "pv-1");
  CHECK(volume_of(R"(failed for volume "Settings")") == "data");
  CHECK(volume_of("failed").empty());
  CHECK(is_given_up("rpc error: code = DeadlineExceeded"));
  CHECK(is_given_up("context deadline exceeded"));
  CHECK_FALSE(is_given_up("refused"));
}

TEST_CASE("a pod is being created if a row or a container says so, and its grace is 30 s unless it is known") {
  SeenPod pod;
  CHECK(grace_of(pod) == 30);
  pod.grace_seconds = 5;
  CHECK(grace_of(pod) == 5);
  CHECK_FALSE(is_creating(pod));
  pod.container("app").waiting_reason = "ContainerCreating";
  CHECK(is_creating(pod));
  SeenPod by_row;
  by_row.rows = {seen_row("ContainerCreating")};
  CHECK(is_creating(by_row));
}

}  // namespace podreel::reproduce
