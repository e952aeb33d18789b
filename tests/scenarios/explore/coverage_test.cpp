#include "scenarios/explore/coverage.hpp"

#include <doctest/doctest.h>

#include "scenarios/explore/watched_run.hpp"
#include "tests/support/explored_scenario.hpp"

namespace podreel::explore {

namespace {

/// Number of steps that the second record shows after the first one.
std::size_t added_by_second(const trace::Payload& first, const trace::Payload& second) {
  Coverage coverage;
  std::size_t added = 0;
  for (const trace::Payload& payload : {first, second}) {
    invariants::History history{{}};
    history.write({{}, "default/web", payload});
    added = coverage.add(history);
  }
  return added;
}

trace::Status reported(api::PodPhase phase, std::string_view reason = {}) {
  api::PodStatus status;
  status.phase = phase;
  status.reason = reason;
  return {std::make_shared<const api::PodStatus>(std::move(status)), std::nullopt};
}

trace::Status with_container(api::ContainerState state) {
  api::PodStatus status;
  api::ContainerStatus container;
  container.name = "app";
  container.state = std::move(state);
  status.container_statuses.push_back(std::move(container));
  return {std::make_shared<const api::PodStatus>(std::move(status)), std::nullopt};
}

}  // namespace

TEST_CASE("a run shows nothing new the second time, nor with other names and times") {
  const format::Scenario scenario = testing::initialized_scenario();
  format::Scenario later = scenario;
  later.seed = 2;
  Coverage coverage;
  CHECK(coverage.add(watch_run(scenario, {}).history) > 20);
  CHECK(coverage.add(watch_run(scenario, {}).history) == 0);
  const std::size_t before = coverage.size();
  const std::size_t added = coverage.add(watch_run(later, {}).history);
  CHECK(added == coverage.size() - before);
  CHECK(added < 5);
}

TEST_CASE("a reported status is new by its phase, reason, deletion and containers' states") {
  const trace::Status running = reported(api::PodPhase::running);
  CHECK(added_by_second(running, running) == 0);
  CHECK(added_by_second(running, reported(api::PodPhase::failed)) == 1);
  CHECK(added_by_second(running, reported(api::PodPhase::running, "Evicted")) == 1);
  trace::Status deleted = running;
  deleted.deletion_timestamp = sim::Time{};
  CHECK(added_by_second(running, deleted) == 1);
  const trace::Status waits = with_container(api::StateWaiting{"CrashLoopBackOff", "back-off 10s"});
  CHECK(added_by_second(waits, with_container(api::StateWaiting{"ImagePullBackOff", "back-off 10s"})) == 1);
  CHECK(added_by_second(waits, with_container(api::StateWaiting{"CrashLoopBackOff", "back-off 20s"})) == 0);
}

TEST_CASE("records are new by what they say of a kind") {
  CHECK(added_by_second(trace::Node{"reboot"}, trace::Node{"reboot"}) == 0);
  CHECK(added_by_second(trace::Node{"reboot"}, trace::Node{"shutdown"}) == 1);
  CHECK(added_by_second(trace::Loop{"ADD"}, trace::Loop{"REMOVE"}) == 1);
  CHECK(added_by_second(trace::KubeletProcess{"start"}, trace::KubeletProcess{"stop"}) == 1);
  trace::RuntimeCall call;
  call.op = "StartContainer";
  trace::RuntimeCall other = call;
  other.container = "log";
  CHECK(added_by_second(call, other) == 0);
  other.error = "busy";
  CHECK(added_by_second(call, other) == 1);
  trace::Sync sync;
  sync.op = "sync";
  trace::Sync failed = sync;
  failed.error = "busy";
  CHECK(added_by_second(sync, failed) == 1);
}

}  // namespace podreel::explore
