// What a kubelet sees through the runtime's events, and when.
#include "pleg/evented_pleg.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/fake_node.hpp"
#include "tests/support/ideal_pleg.hpp"

namespace podreel::pleg {

using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t seeds = 20;

// The relist that goes on beside the events comes after all that is looked at.
constexpr std::uint64_t relist_period = 300'000'000'000;
const sim::Choice late_relist{"relist-phase", "", 0, relist_period, relist_period / 2};

/// A pod that runs for 20 s and crashes, under a kubelet with the gate EventedPLEG.
format::Scenario scenario(release::Release kubelet) {
  const std::filesystem::path file =
      testing::source_path("scenarios/library/issues/124704-evented-pleg-is-slower.yaml");
  format::LoadOptions options;
  options.kubelet = kubelet;
  format::Loaded loaded = format::load_scenario_file(file.string(), options);
  REQUIRE(loaded.problems.empty());
  // A container that is started twice has the same number.
  loaded.scenarios.front().runtime.writes_logs = false;
  return std::move(loaded.scenarios.front());
}

/// When the first record of the kind came for which `is_it`, since the scenario's begin.
template <class Kind, class Is>
sim::Duration first(const format::Scenario& reported, std::uint64_t seed, const Is& is_it) {
  testing::Collector records;
  simulation::ReplayOptions options;
  options.seed = seed;
  options.choices = {late_relist};
  options.sinks = {&records};
  const sim::Time begin = simulation::replay(reported, options).started_at;
  for (const auto& [at, record] : records.of<Kind>()) {
    if (is_it(record)) return at - begin;
  }
  FAIL("there is no such record");
  return {};
}

sim::Duration running_after(const format::Scenario& reported, std::uint64_t seed) {
  return first<trace::Status>(
      reported, seed, [](const trace::Status& status) { return status.status->phase == api::PodPhase::running; });
}

sim::Duration restart_after(const format::Scenario& reported, std::uint64_t seed) {
  return first<trace::RuntimeCall>(
      reported, seed, [](const trace::RuntimeCall& call) { return call.op == "StartContainer" && call.attempt == 1U; });
}

/// A container crashes after a second, again and again: from the removal of the first dead one to the sync that
/// follows.
sim::Duration sync_after_removal(release::Release kubelet, std::uint64_t seed) {
  format::Scenario reported = scenario(kubelet);
  reported.runtime.pods.front().containers.front().runs.front().runs_for = 1s;
  testing::Collector records;
  simulation::ReplayOptions options;
  options.seed = seed;
  options.choices = {late_relist};
  options.sinks = {&records};
  static_cast<void>(simulation::replay(reported, options));
  const auto calls = records.of<trace::RuntimeCall>();
  const auto removal = std::ranges::find(calls, "RemoveContainer", [](const auto& call) { return call.second.op; });
  REQUIRE(removal != calls.end());
  for (const auto& [at, sync] : records.of<trace::Sync>()) {
    if (sync.op == "enter" && at > removal->first) return at - removal->first;
  }
  FAIL("there is no such sync");
  return {};
}

}  // namespace

TEST_CASE("the start of a container is told when the cache's clock moves on, every 5 s") {
  const format::Scenario reported = scenario({32, 10});
  sim::Duration longest{};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) longest = std::max(longest, running_after(reported, seed));
  CHECK(longest > 2s);
  CHECK(longest < 5200ms);
}

TEST_CASE("up to 1.31 events are dated in the future, and nobody waits") {
  const format::Scenario reported = scenario({30, 7});
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) CHECK(running_after(reported, seed) < 250ms);
}

TEST_CASE("a crash is seen at once") {
  for (const release::Release kubelet : {release::Release{30, 7}, release::Release{32, 10}}) {
    const format::Scenario reported = scenario(kubelet);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const sim::Duration restart = restart_after(reported, seed);
      CHECK(restart > 20s);
      CHECK(restart < 20150ms);
    }
  }
}

TEST_CASE("the removal of a container wakes the pod's worker, but is no news of the pod") {
  sim::Duration longest{};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CHECK(sync_after_removal({30, 7}, seed) < 100ms);
    longest = std::max(longest, sync_after_removal({32, 10}, seed));
  }
  CHECK(longest > 2s);
  CHECK(longest < 5200ms);
}

TEST_CASE("relists are 5 minutes apart, and a runtime that hangs before the next is missed 10 minutes after the last") {
  const std::string text =
      "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: hangs}, spec: {description: A runtime "
      "hangs., "
      "duration: 20m, node: {kubelet: {version: '1.32.10', featureGates: {EventedPLEG: true}}}, "
      "timeline: [{at: 440s, hangRuntime: {for: 15m}}]}}";
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "hangs.yaml"), "hangs.yaml");
  REQUIRE(loaded.problems.empty());
  // Relists began at 150 s: the next would come at 450 s.
  const sim::Duration missed = first<trace::Node>(loaded.scenarios.front(), 1, [](const trace::Node& node) {
    return node.message && node.message->find("pleg was last seen active") != std::string::npos;
  });
  CHECK(missed > 750s);
  CHECK(missed < 760s);
}

TEST_CASE("without events the kubelet falls back to relists") {
  format::Scenario reported = scenario({32, 10});
  reported.runtime.container_events.sent = false;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) CHECK(running_after(reported, seed) < 1200ms);
}

TEST_CASE("events that are late are seen late") {
  format::Scenario reported = scenario({30, 7});
  reported.runtime.container_events.delay = 7s;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CHECK(running_after(reported, seed) > 7s);
    CHECK(restart_after(reported, seed) > 27s);
  }
}

namespace {

using runtime::ContainerState;
using Strings = std::vector<std::string>;

struct Listening : testing::IdealPleg<EventedPleg, EventedPlegOptions> {
  /// As of 2.5 s after the start, when everything has been seen once.
  void start(EventedPlegOptions options = {}) {
    IdealPleg::start(options);
    at(2500ms);
    static_cast<void>(events());
    runtime.looks.clear();
  }
};

}  // namespace

TEST_CASE_FIXTURE(Listening, "what happens at one instant is one look at each pod, dated as of then") {
  start({.event_delay = 1s});
  runtime.set("u", ContainerState::exited);
  runtime.set("v", ContainerState::running);
  runtime.set("v", ContainerState::exited);
  at(3400ms);
  CHECK(events().empty());
  at(3600ms);
  CHECK(events() == Strings{"ContainerDied u-0", "ContainerDied v-0"});
  CHECK(runtime.looks == Strings{"status of u at 2500", "status of v at 2500"});
  CHECK(cache.is_newer("u", began + 2400ms));
  CHECK_FALSE(cache.is_newer("u", began + 2500ms));
  CHECK(cache.get("u").status->containers.front().state == ContainerState::exited);
  at(20s);
  CHECK(runtime.looks.size() == 2);
}

TEST_CASE_FIXTURE(Listening, "up to 1.31 what an event brings is newer than anything") {
  start({.dates_events_in_the_future = true});
  runtime.set("u", ContainerState::exited);
  at(2600ms);
  CHECK(cache.is_newer("u", began + 24h));
}

TEST_CASE_FIXTURE(Listening, "a pod whose status cannot be had sends no event") {
  start();
  runtime.statuses_fail = true;
  runtime.set("u", ContainerState::exited);
  at(2600ms);
  CHECK(events().empty());
  CHECK(cache.get("u").status->containers.front().state == ContainerState::running);
}

TEST_CASE_FIXTURE(Listening, "of a runtime that cannot tell what changed all pods are listed, the gone ones, too") {
  runtime.knows_changes = false;
  start();
  runtime.set("v", ContainerState::running);
  at(2600ms);
  CHECK(events() == Strings{"ContainerStarted u-0", "ContainerStarted v-0"});
  runtime.remove("u");
  at(2700ms);
  CHECK(events() == Strings{"ContainerDied u-0", "ContainerRemoved u-0"});
  CHECK(cache.get("u").status->containers.empty());
  runtime.looks.clear();
  runtime.lists_fail = true;
  runtime.set("v", ContainerState::exited);
  at(2800ms);
  CHECK(events().empty());
  CHECK(runtime.looks == Strings{"list at 2700"});
}

TEST_CASE("events arrive in the order in which they were sent") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Listening node;
    timing::Timing measured{sim::Choices{seed}};
    EventedPleg pleg{node.process, node.runtime, node.runtime, node.cache, measured, node.recorder};
    pleg.start();
    node.at(1s);
    while (pleg.next()) {
    }
    for (int turn = 0; turn < 5; ++turn) {
      node.runtime.set("u", turn % 2 == 0 ? ContainerState::exited : ContainerState::running);
      node.scheduler.run_until(node.scheduler.now() + 100us);
    }
    node.at(2s);
    std::string reported;
    while (const auto event = pleg.next()) reported += event->type == lifecycle::EventType::container_died ? 'd' : 's';
    CHECK(reported == "dsdsd");
    node.scheduler.clear();
  }
}

TEST_CASE_FIXTURE(Listening,
                  "events that nobody takes fill the channel, and the PLEG is unhealthy until one is taken") {
  start();
  for (int number = 0; number < 999; ++number) runtime.set("p" + std::to_string(number), ContainerState::running);
  at(2600ms);
  CHECK_FALSE(pleg->health_problem());
  runtime.set("u", ContainerState::exited);
  at(2700ms);
  CHECK(pleg->health_problem() == "EventedPLEG: pleg event channel capacity is full with 1000 events");
  CHECK(pleg->next());
  CHECK_FALSE(pleg->health_problem());
}

TEST_CASE_FIXTURE(Listening, "who waits for news is woken when the cache's clock has passed the time, 5 s by 5 s") {
  start();
  std::vector<sim::Duration> woken;
  const auto wait_for = [&](sim::Duration news) -> sim::Task<> {
    co_await cache.get_newer_than("quiet", began + news);
    woken.push_back(process.now() - began);
  };
  sim::spawn(process, wait_for(2500ms));
  sim::spawn(process, wait_for(7500ms));
  sim::spawn(process, wait_for(4999ms));
  at(10s);
  sim::spawn(process, wait_for(10s));
  at(20s);
  CHECK(woken == std::vector<sim::Duration>{5s, 5s, 10s, 15s});
}

}  // namespace podreel::pleg
