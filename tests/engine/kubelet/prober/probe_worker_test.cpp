// What a probe worker makes of results, of the container's state and of the container's next instance.
#include "engine/kubelet/prober/probe_worker.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <tuple>

#include "engine/invariant.hpp"
#include "engine/timing/site.hpp"
#include "tests/support/probed_pod.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using testing::ReportedPod;

TEST_CASE("a startup probe that has failed waits for the next container, since 1.32 one that has succeeded, too") {
  constexpr std::string_view startup =
      "'startupProbe': {'exec': {'command': ['up']}, 'periodSeconds': 5, "
      "'failureThreshold': 1}";
  for (const auto& [release, holds] : {std::pair{"1.28", false}, std::pair{"1.32", true}}) {
    ProbedPod failing{startup, answering("up", {{.exit_code = 1}}), release};
    failing.status.container_statuses.at(0).started = false;
    failing.manager.add_pod(failing.pod);
    failing.node.run_until(12s);
    CHECK(failing.probed_at() == ProbedAt{0});
    CHECK(failing.manager.startup_results().get(failing.container) == ProbeResult::failure);

    ProbedPod well{startup, answering("up", {}), release};
    well.status.container_statuses.at(0).started = false;
    well.manager.add_pod(well.pod);
    well.node.run_until(3s);
    CHECK(well.manager.startup_results().get(well.container) == ProbeResult::success);
    well.status.container_statuses.at(0).state = api::StateTerminated{};
    well.node.run_until(8s);
    CHECK(well.manager.startup_results().get(well.container).has_value() == holds);
  }
}

TEST_CASE("of a pod that is added again, nothing is probed anew while its first probed container is") {
  ProbedPod fixture{readiness, answering("ready", {}), "1.30"};
  auto spec = std::make_shared<api::PodSpec>(*fixture.pod->spec);
  spec->containers.push_back(spec->containers.front());
  spec->containers.back().name = "done";
  auto pod = std::make_shared<api::Pod>(*fixture.pod);
  pod->spec = spec;
  api::ContainerStatus done = ReportedPod::reported("done", api::StateTerminated{});
  done.container_id = "containerd://done";
  fixture.status.container_statuses.push_back(done);
  fixture.manager.add_pod(pod);
  fixture.node.run_until(5s);
  CHECK_FALSE(fixture.manager.probes_readiness("uid-1", "done"));
  fixture.manager.add_pod(pod);
  CHECK_FALSE(fixture.manager.probes_readiness("uid-1", "done"));

  std::swap(spec->containers.front(), spec->containers.back());
  fixture.manager.add_pod(pod);
  CHECK(fixture.manager.probes_readiness("uid-1", "done"));
}

TEST_CASE("the probes of a container are answered independently of each other") {
  const format::Scenario scenario = testing::short_scenario(R"(duration: 30s, timing: measured, timeline: [
    {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
      {name: app, image: 'app:1', livenessProbe: {exec: {command: [live]}}, readinessProbe: {exec: {command: [ready]}}}]}}}])");
  simulation::ReplayOptions options;
  options.record_choices = true;
  std::map<std::string, std::uint64_t> answers;
  for (const sim::Choice& choice : simulation::replay(scenario, options).choices) {
    if (choice.site == timing::name_of(timing::Site::probe_latency).name) CHECK(choice.index == answers[choice.key]++);
  }
  CHECK(answers.size() == 2);
}

TEST_CASE("a result counts when it has come as often in a row as its threshold says") {
  ProbedPod fixture{
      "'readinessProbe': {'exec': {'command': ['ready']}, 'periodSeconds': 10, 'successThreshold': 2, "
      "'failureThreshold': 2}",
      answering("ready", {{.exit_code = 1},
                          {.from = 15s},
                          {.from = 35s, .exit_code = 1},
                          {.from = 45s},
                          {.from = 55s, .exit_code = 1}})};
  fixture.manager.add_pod(fixture.pod);
  const auto is_ready_at = [&fixture](sim::Duration time) {
    fixture.node.run_until(time);
    return fixture.manager.readiness_results().get(fixture.container) == ProbeResult::success;
  };
  CHECK_FALSE(is_ready_at(25s));
  CHECK(is_ready_at(32s));
  CHECK(is_ready_at(42s));
  CHECK(is_ready_at(52s));
  CHECK(is_ready_at(65s));
  CHECK_FALSE(is_ready_at(75s));
}

TEST_CASE("a sidecar is probed by its status among the init containers, and again when it has been restarted") {
  ProbedPod fixture{liveness, answering("live", {}), "1.30"};
  auto spec = std::make_shared<api::PodSpec>(*fixture.pod->spec);
  std::swap(spec->init_containers, spec->containers);
  spec->init_containers.front().restart_policy = api::RestartPolicy::always;
  spec->restart_policy = api::RestartPolicy::always;
  auto pod = std::make_shared<api::Pod>(*fixture.pod);
  pod->spec = spec;
  std::swap(fixture.status.init_container_statuses, fixture.status.container_statuses);
  fixture.manager.add_pod(pod);
  fixture.node.run_until(5s);
  CHECK(fixture.probed_at() == ProbedAt{0});
  fixture.status.init_container_statuses.at(0).state = api::StateTerminated{};
  fixture.node.run_until(15s);
  CHECK(fixture.manager.liveness_results().get(fixture.container) == ProbeResult::failure);
  CHECK(fixture.probed_at() == ProbedAt{0});
  fixture.status.init_container_statuses.at(0).state = api::StateRunning{sim::Time{16s}};
  fixture.node.run_until(25s);
  CHECK(fixture.probed_at() == ProbedAt{0, 20});
}

TEST_CASE("a probe that is wanted while one is under way follows it") {
  ProbedPod fixture{readiness, answering("ready", {{.takes = 800ms}}), "1.30"};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(300ms);
  fixture.manager.trigger_readiness(*fixture.pod, {"app"});
  fixture.manager.trigger_readiness(*fixture.pod, {"app", "other"});
  fixture.node.run_until(8s);
  CHECK(fixture.probed_at().size() == 2);
  fixture.manager.remove_pod(*fixture.pod);
  fixture.manager.trigger_readiness(*fixture.pod, {"app"});
  fixture.node.run_until(30s);
  CHECK(fixture.probed_at().size() == 2);
}

TEST_CASE("a probe whose pod is removed meanwhile has no result, and is the last one") {
  ProbedPod fixture{readiness, answering("ready", {{.takes = 800ms}}), "1.30"};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(300ms);
  fixture.manager.remove_pod(*fixture.pod);
  CHECK(fixture.manager.probes_readiness("uid-1", "app"));
  fixture.node.run_until(30s);
  CHECK_FALSE(fixture.manager.probes_readiness("uid-1", "app"));
  CHECK_FALSE(fixture.manager.readiness_results().get(fixture.container).has_value());
  CHECK(fixture.probed_at() == ProbedAt{0});
}

TEST_CASE("the next container has all its chances again") {
  ProbedPod fixture{liveness, answering("live", {{.exit_code = 1}})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(25s);
  CHECK(fixture.manager.liveness_results().get(fixture.container) == ProbeResult::failure);
  fixture.start_container();
  fixture.node.run_until(45s);
  CHECK(fixture.manager.liveness_results().get(fixture.container) == ProbeResult::success);
  fixture.node.run_until(55s);
  CHECK(fixture.manager.liveness_results().get(fixture.container) == ProbeResult::failure);
}

TEST_CASE("of what is not said to have started nothing is probed, but where that is never said") {
  for (const auto& [release, is_probed] : {std::pair{"1.15", true}, std::pair{"1.28", false}}) {
    ProbedPod fixture{liveness, answering("live", {}), release};
    fixture.status.container_statuses.at(0).started.reset();
    fixture.manager.add_pod(fixture.pod);
    fixture.node.run_until(25s);
    CHECK(fixture.probed_at().empty() != is_probed);
  }
}

TEST_CASE("a sidecar that has started under another kubelet has started since 1.36, and nothing else is known of it") {
  const auto known = [](std::string_view release, bool is_sidecar, bool has_started) {
    ProbedPod fixture{
        "'startupProbe': {'exec': {'command': ['up']}, 'timeoutSeconds': 5}, 'livenessProbe': {'exec': {'command': "
        "['up']}}",
        answering("up", {{.takes = 800ms}}), release};
    auto pod = std::make_shared<api::Pod>(*fixture.pod);
    if (is_sidecar) {
      auto spec = std::make_shared<api::PodSpec>(*pod->spec);
      std::swap(spec->init_containers, spec->containers);
      spec->init_containers.front().restart_policy = api::RestartPolicy::always;
      pod->spec = spec;
    }
    api::ContainerStatus& status = fixture.status.container_statuses.at(0);
    status.state = api::StateRunning{sim::Time{-2h}};
    status.started = has_started;
    fixture.manager.add_pod(pod);
    fixture.node.run_until(200ms);
    CHECK_FALSE((release == "1.36" && fixture.manager.liveness_results().get(fixture.container).has_value()));
    return fixture.manager.startup_results().get(fixture.container);
  };
  CHECK(known("1.36", true, true) == ProbeResult::success);
  CHECK(known("1.36", true, false) != ProbeResult::success);
  CHECK(known("1.36", false, true) != ProbeResult::success);
  CHECK(known("1.35.3", true, true) != ProbeResult::success);
}

TEST_CASE("a deleted pod's container is told to have started, and is probed for that no more, since 1.21") {
  ProbedPod fixture{"'startupProbe': {'exec': {'command': ['up']}}", answering("up", {{.exit_code = 1}})};
  fixture.status.container_statuses.at(0).started = false;
  auto deleted = std::make_shared<api::Pod>(*fixture.pod);
  deleted->metadata.deletion_timestamp = sim::Time{5s};
  std::vector<ProbeResult> results;
  fixture.manager.startup_results().on_update(
      [&](std::string_view, std::string_view, ProbeResult result) { results.push_back(result); });
  fixture.manager.add_pod(deleted);
  fixture.node.run_until(1s);
  REQUIRE_FALSE(results.empty());
  CHECK(results.back() == ProbeResult::success);
  CHECK_FALSE(fixture.manager.probes_startup("uid-1", "app"));
  CHECK(fixture.probed_at().empty());
}

TEST_CASE("a kubelet is old enough to probe at once when it has been up for a period") {
  ProbedPod fixture{"'livenessProbe': {'exec': {'command': ['live']}, 'periodSeconds': 1000}", answering("live", {}),
                    "1.28", 1000s};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(500ms);
  CHECK(fixture.probed_at() == ProbedAt{0});
}

TEST_CASE("termination ends startup probes, too") {
  ProbedPod fixture{"'startupProbe': {'exec': {'command': ['up']}}", answering("up", {{.exit_code = 1}})};
  fixture.status.container_statuses.at(0).started = false;
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(5s);
  CHECK(fixture.manager.probes_startup("uid-1", "app"));
  fixture.manager.stop_liveness_and_startup(*fixture.pod);
  CHECK_FALSE(fixture.manager.probes_startup("uid-1", "app"));
}

TEST_CASE("a probe out of turn may read the status from before: 1.32 nearly always does, other releases seldom do") {
  constexpr int turns = 64;
  for (const auto& [release, minimum, maximum] :
       {std::tuple{"1.31", 1, 16}, std::tuple{"1.32", 52, 64}, std::tuple{"1.36", 1, 16}}) {
    ProbedPod fixture{"'readinessProbe': {'exec': {'command': ['ready']}, 'periodSeconds': 1000}",
                      answering("ready", {}), release};
    fixture.manager.add_pod(fixture.pod);
    fixture.node.run_until(1s);
    for (int turn = 1; turn <= turns; ++turn) {
      fixture.has_status = false;
      fixture.manager.trigger_readiness(*fixture.pod, {"app"});
      fixture.has_status = true;
      fixture.node.run_until((turn + 1) * 1s);
    }
    const int lost = turns + 1 - static_cast<int>(fixture.probed_at().size());
    CHECK(lost >= minimum);
    CHECK(lost <= maximum);
  }
}

TEST_CASE("a probe that finds something although no input has changed is found where idle work is checked") {
  ProbedPod fixture{liveness, answering("live", {{.exit_code = 0}, {.from = 100s, .exit_code = 1}}), "1.28", 1h,
                    sim::IdleWork::checked};
  fixture.status.container_statuses.at(0).state = api::StateWaiting{};
  fixture.status.container_statuses.at(0).container_id = {};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(35s);
  CHECK(fixture.probed_at().empty());
  fixture.start_container();
  SUBCASE("undeclared") {
    CHECK_THROWS_AS(fixture.node.run_until(45s), InvariantViolation);
  }
  SUBCASE("declared") {
    fixture.manager.invalidate("uid-1");
    CHECK_NOTHROW(fixture.node.run_until(45s));
    CHECK(fixture.probed_at() == ProbedAt{40});
  }
}

}  // namespace podreel::kubelet
