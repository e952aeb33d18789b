// Outages and restarts of a pod during its node's upgrade.
#include "scenarios/fleet/watched_pod.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <memory>

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

api::Pod pod_with(bool is_ready, api::PodPhase phase = api::PodPhase::running) {
  auto spec = std::make_shared<api::PodSpec>();
  api::Container app;
  app.name = "app";
  api::Container fetch;
  fetch.name = "fetch";
  api::Container proxy;
  proxy.name = "proxy";
  proxy.restart_policy = api::RestartPolicy::always;
  spec->containers = {app};
  spec->init_containers = {fetch, proxy};
  api::Pod pod;
  pod.spec = std::move(spec);
  pod.status.phase = phase;
  api::PodCondition ready;
  ready.type = "Ready";
  ready.status = is_ready ? "True" : "False";
  pod.status.conditions = {ready};
  return pod;
}

WatchedPod begun(bool is_ready = true) {
  WatchedPod pod{{0, 4}};
  pod.begin_with(pod_with(is_ready));
  return pod;
}

}  // namespace

TEST_CASE("times in which a pod is not ready or a container does not run are one outage") {
  Troubles troubles;
  troubles.begin(5s);
  troubles.end(9s);
  troubles.begin(1s);
  troubles.end(3s);
  troubles.begin(2s);
  troubles.end(5s);
  troubles.begin(20s);
  const std::vector<Outage> outages = troubles.outages({0, 4});
  REQUIRE(outages.size() == 2);
  CHECK(outages[0] == Outage{{0, 4}, 1s, 9s, true});
  CHECK(outages[1] == Outage{{0, 4}, 20s, {}, false});
}

TEST_CASE("a pod is watched from the beginning of the upgrade on") {
  WatchedPod pod{{0, 4}};
  CHECK_FALSE(pod.has_begun());
  CHECK(pod.containers() == 0);
  pod.ended(1s, "app", true);
  CHECK_FALSE(pod.started(2s, "app"));
  pod.begin_with(pod_with(true));
  CHECK(pod.has_begun());
  CHECK(pod.containers() == 2);
  CHECK(pod.outages().empty());
}

TEST_CASE("a pod that stops being ready has an outage until it is ready again") {
  WatchedPod pod = begun();
  pod.see(1s, pod_with(true), false);
  pod.see(2s, pod_with(false), false);
  pod.see(3s, pod_with(false), false);
  pod.see(4s, pod_with(true), false);
  CHECK(pod.outages() == std::vector<Outage>{{{0, 4}, 2s, 4s, true}});
  pod.see(8s, pod_with(true), true);
  CHECK(pod.outages().size() == 2);
  CHECK_FALSE(pod.outages().back().has_ended);
}

TEST_CASE("a pod that was not ready before has no outages") {
  WatchedPod pod = begun(false);
  pod.see(2s, pod_with(true), false);
  pod.see(4s, pod_with(false), false);
  CHECK(pod.outages().empty());
}

TEST_CASE("a pod fails that had not failed before") {
  WatchedPod pod = begun();
  pod.see(1s, pod_with(false, api::PodPhase::failed), false);
  CHECK(pod.fails());
  WatchedPod failed{{0, 0}};
  failed.begin_with(pod_with(false, api::PodPhase::failed));
  failed.see(1s, pod_with(false, api::PodPhase::failed), false);
  CHECK_FALSE(failed.fails());
}

TEST_CASE("containers that are meant to run restart, with the cause of their end") {
  WatchedPod pod = begun();
  pod.ended(1s, "app", true);
  pod.ended(2s, "app", false);
  CHECK(pod.started(3s, "app") == Cause::exited);
  pod.is_killed("app", Cause::definition_changed);
  pod.ended(5s, "app", true);
  CHECK(pod.started(6s, "app") == Cause::definition_changed);
  pod.ended(7s, "proxy", false);
  CHECK(pod.started(7s, "proxy") == Cause::other);
  pod.gets_new_sandbox();
  pod.ended(8s, "proxy", false);
  CHECK(pod.started(9s, "proxy") == Cause::sandbox);
  CHECK(pod.restarted() == 2);
  CHECK(pod.outages() ==
        std::vector<Outage>{
            {{0, 4}, 1s, 3s, true}, {{0, 4}, 5s, 6s, true}, {{0, 4}, 7s, 7s, true}, {{0, 4}, 8s, 9s, true}});
}

TEST_CASE("init containers do not restart") {
  WatchedPod pod = begun();
  pod.ended(1s, "fetch", true);
  CHECK_FALSE(pod.started(2s, "fetch"));
  CHECK(pod.restarted() == 0);
  CHECK(pod.outages().empty());
}

}  // namespace podreel::fleet
