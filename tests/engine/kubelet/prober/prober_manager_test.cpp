#include "engine/kubelet/prober/prober_manager.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/support/probed_pod.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using testing::ReportedPod;

TEST_CASE("a probe runs at once and then every period, from the pod's admission on") {
  ProbedPod fixture{liveness, answering("live", {})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(35s);
  CHECK(fixture.probed_at() == ProbedAt{0, 10, 20, 30});
  CHECK(fixture.manager.liveness_results().get(fixture.container) == ProbeResult::success);
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(45s);
  CHECK(fixture.probed_at().size() == 5);
}

TEST_CASE("without a status or an instance there is nothing to probe yet") {
  ProbedPod fixture{liveness, answering("live", {})};
  fixture.has_status = false;
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(5s);
  fixture.has_status = true;
  const api::PodStatus running = fixture.status;
  fixture.status.container_statuses.at(0).container_id = {};
  fixture.node.run_until(15s);
  CHECK(fixture.probed_at().empty());
  fixture.status = running;
  fixture.node.run_until(25s);
  CHECK(fixture.probed_at() == ProbedAt{20});
}

TEST_CASE("a liveness failure is a result after the threshold; then the worker waits for another container") {
  ProbedPod fixture{liveness, answering("live", {{.exit_code = 1, .output = "bad"}})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(15s);
  CHECK(fixture.manager.liveness_results().get(fixture.container) == ProbeResult::success);
  fixture.node.run_until(55s);
  CHECK(fixture.manager.liveness_results().get(fixture.container) == ProbeResult::failure);
  CHECK(fixture.probed_at() == ProbedAt{0, 10, 20});
  CHECK(fixture.events.notes.back() == "Unhealthy: Liveness probe failed: bad");
  const std::string first = fixture.container;
  fixture.start_container();
  fixture.node.run_until(65s);
  CHECK(fixture.probed_at().back() == 60);
  CHECK_FALSE(fixture.manager.liveness_results().get(first).has_value());
}

TEST_CASE("every first result is told, be it only the initial one") {
  ProbedPod fixture{readiness, answering("ready", {{.exit_code = 1}})};
  std::vector<ProbeResult> reported;
  fixture.manager.readiness_results().on_update(
      [&](std::string_view, std::string_view, ProbeResult result) { reported.push_back(result); });
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(5s);
  CHECK(reported == std::vector{ProbeResult::failure});
}

TEST_CASE("a container that outlived a kubelet begins as a failure up to 1.34, and since then without a result") {
  for (const std::string_view release : {"1.34", "1.36.3"}) {
    ProbedPod fixture{readiness, answering("ready", {{.takes = 500ms}}), release};
    fixture.status.container_statuses.at(0).state = api::StateRunning{sim::Time{-2h}};
    fixture.manager.add_pod(fixture.pod);
    fixture.node.run_until(300ms);
    const std::optional<ProbeResult> first = fixture.manager.readiness_results().get(fixture.container);
    CHECK(first == (release == "1.34" ? std::optional{ProbeResult::failure} : std::nullopt));
    fixture.node.run_until(1s);
    CHECK(fixture.manager.readiness_results().get(fixture.container) == ProbeResult::success);
  }
}

TEST_CASE("a container that this kubelet started begins as a failure in every release") {
  ProbedPod fixture{readiness, answering("ready", {{.takes = 500ms}}), "1.36"};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(300ms);
  CHECK(fixture.manager.readiness_results().get(fixture.container) == ProbeResult::failure);
}

TEST_CASE("initialDelaySeconds counts from the start of the container") {
  ProbedPod fixture{"'livenessProbe': {'exec': {'command': ['live']}, 'periodSeconds': 3, 'initialDelaySeconds': 7}",
                    answering("live", {})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(13s);
  CHECK(fixture.probed_at() == ProbedAt{9, 12});
}

TEST_CASE("until the startup probe has succeeded the others wait") {
  ProbedPod fixture{
      "'startupProbe': {'exec': {'command': ['up']}, 'periodSeconds': 5},"
      " 'livenessProbe': {'exec': {'command': ['live']}, 'periodSeconds': 5}",
      answering("up", {{.exit_code = 1}, {.from = 7s}})};
  fixture.status.container_statuses.at(0).started = false;
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(12s);
  CHECK(fixture.probed_at() == ProbedAt{0, 5, 10});
  CHECK(fixture.manager.startup_results().get(fixture.container) == ProbeResult::success);
  fixture.status.container_statuses.at(0).started = true;
  fixture.node.run_until(17s);
  CHECK(fixture.probed_at() == ProbedAt{0, 5, 10, 15});
}

TEST_CASE("startup probes exist since 1.16, and are on since 1.18") {
  ProbedPod fixture{"'startupProbe': {'exec': {'command': ['up']}}", answering("up", {}), "1.17"};
  fixture.manager.add_pod(fixture.pod);
  CHECK_FALSE(fixture.manager.probes_startup("uid-1", "app"));
}

TEST_CASE("a container that does not run has failed; the worker ends if it is not restarted") {
  ProbedPod fixture{liveness, answering("live", {})};
  fixture.status.container_statuses.at(0).state = api::StateTerminated{};
  std::vector<ProbeResult> reported;
  fixture.manager.liveness_results().on_update(
      [&](std::string_view, std::string_view, ProbeResult result) { reported.push_back(result); });
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(5s);
  CHECK(reported == std::vector{ProbeResult::success, ProbeResult::failure});
  CHECK_FALSE(fixture.manager.liveness_results().get(fixture.container).has_value());
}

TEST_CASE("a pod that has finished is not probed any more") {
  ProbedPod fixture{readiness, answering("ready", {})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(5s);
  CHECK(fixture.manager.probes_readiness("uid-1", "app"));
  fixture.status.phase = api::PodPhase::succeeded;
  fixture.node.run_until(15s);
  CHECK_FALSE(fixture.manager.probes_readiness("uid-1", "app"));
  CHECK(fixture.probed_at() == ProbedAt{0});
}

TEST_CASE("of the ticks that pass during a probe one is made up for") {
  ProbedPod fixture{"'livenessProbe': {'exec': {'command': ['live']}, 'periodSeconds': 1, 'timeoutSeconds': 5}",
                    answering("live", {{.takes = 2500ms}})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(7600ms);
  CHECK(fixture.probed_at() == ProbedAt{0, 2, 5});
}

TEST_CASE("a command that takes too long has failed since 1.20; before, it is tried three times and nothing is known") {
  constexpr std::string_view probe = "'livenessProbe': {'exec': {'command': ['live']}, 'failureThreshold': 1}";
  ProbedPod fixture{probe, answering("live", {{.takes = 3s}})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(2s);
  CHECK(fixture.manager.liveness_results().get(fixture.container) == ProbeResult::failure);
  CHECK(fixture.events.notes ==
        std::vector<std::string>{"Unhealthy: Liveness probe failed: command \"live\" timed out"});
  ProbedPod older{"'livenessProbe': {'exec': {'command': ['live']}, 'failureThreshold': 1, 'periodSeconds': 1}",
                  answering("live", {{.takes = 3s}}), "1.19"};
  older.manager.add_pod(older.pod);
  older.node.run_until(3500ms);
  CHECK(older.manager.liveness_results().get(older.container) == ProbeResult::success);
  CHECK(older.events.notes ==
        std::vector<std::string>{"Unhealthy: Liveness probe errored: rpc error: code = DeadlineExceeded desc = failed "
                                 "to exec in container: timeout 1s exceeded: context deadline exceeded"});
}

TEST_CASE("a readiness probe out of turn begins a new period since 1.29") {
  for (const auto& [release, expected] :
       {std::pair{"1.28", ProbedAt{0, 4, 10, 20}}, std::pair{"1.32", ProbedAt{0, 4, 14, 24}}}) {
    ProbedPod fixture{readiness, answering("ready", {{.exit_code = 1}}), release};
    fixture.manager.add_pod(fixture.pod);
    fixture.node.run_until(4s);
    fixture.manager.trigger_readiness(*fixture.pod, {"app"});
    fixture.node.run_until(24500ms);
    CHECK(fixture.probed_at() == expected);
  }
}

TEST_CASE("soon after the kubelet's start, and up to 1.20 always, a probe waits a random part of its period") {
  for (const auto& [release, up] : {std::pair{"1.28", sim::Duration{1s}}, std::pair{"1.20", sim::Duration{1h}}}) {
    ProbedPod fixture{"'livenessProbe': {'exec': {'command': ['live']}, 'periodSeconds': 1000}", answering("live", {}),
                      release, up};
    fixture.manager.add_pod(fixture.pod);
    fixture.node.run_until(1000s);
    REQUIRE(fixture.probed_at().size() == 1);
    CHECK(fixture.probed_at().front() > 0);
  }
}

TEST_CASE("out of turn means after the first turn: a worker that still waits answers right after its first probe") {
  ProbedPod fixture{"'readinessProbe': {'exec': {'command': ['ready']}, 'periodSeconds': 1000}",
                    answering("ready", {{.exit_code = 1}}), "1.32", 1s};
  fixture.manager.add_pod(fixture.pod);
  fixture.manager.trigger_readiness(*fixture.pod, {"app"});
  fixture.node.run_until(1000s);
  const ProbedAt probed = fixture.probed_at();
  REQUIRE(probed.size() == 2);
  CHECK(probed.front() > 0);
  CHECK(probed.front() == probed.back());
}

TEST_CASE("termination stops liveness and startup probes; readiness probes continue") {
  ProbedPod fixture{readiness, answering("ready", {{.exit_code = 1, .output = "no"}})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(5s);
  fixture.manager.stop_liveness_and_startup(*fixture.pod);
  fixture.node.run_until(15s);
  CHECK(fixture.manager.probes_readiness("uid-1", "app"));
  CHECK(fixture.events.notes.back() == "Unhealthy: Readiness probe failed: no");
}

TEST_CASE("a worker whose context is cancelled continues, and its commands fail without being run") {
  ProbedPod fixture{readiness, answering("ready", {{.exit_code = 1, .output = "no"}})};
  fixture.manager.add_pod(fixture.pod);
  fixture.manager.cancel_context("uid-1");
  fixture.manager.cancel_context("uid-of-nobody");
  fixture.node.run_until(15s);
  CHECK(fixture.manager.probes_readiness("uid-1", "app"));
  CHECK(fixture.events.notes.back() ==
        "Unhealthy: Readiness probe errored: rpc error: code = Canceled desc = context canceled");
}

TEST_CASE("a container that its own policy or rule restarts is probed again, whatever the pod's policy is") {
  const auto is_probed_after_exit = [](const char* policy, std::string_view release, std::int32_t exit_code = 1) {
    ProbedPod fixture{fmt::format("{}{}", liveness, policy), answering("live", {}), release};
    api::StateTerminated ended;
    ended.exit_code = exit_code;
    fixture.status.container_statuses.at(0).state = ended;
    fixture.manager.add_pod(fixture.pod);
    fixture.node.run_until(5s);
    fixture.start_container();
    fixture.node.run_until(15s);
    return !fixture.probed_at().empty();
  };
  constexpr const char* rule =
      ", 'restartPolicy': 'Never',"
      " 'restartPolicyRules': [{'action': 'Restart', 'exitCodes': {'operator': 'In', 'values': [1]}}]";
  CHECK(is_probed_after_exit(", 'restartPolicy': 'Always'", "1.36"));
  CHECK(is_probed_after_exit(rule, "1.36"));
  CHECK_FALSE(is_probed_after_exit(rule, "1.36", 2));
  CHECK_FALSE(is_probed_after_exit(", 'restartPolicy': 'Never'", "1.36"));
  CHECK_FALSE(is_probed_after_exit("", "1.36"));
  CHECK_FALSE(is_probed_after_exit(", 'restartPolicy': 'Always'", "1.30"));
}

TEST_CASE("the probes of a pod's sidecars end with those of its other containers") {
  ProbedPod fixture{readiness, answering("ready", {}), "1.30"};
  auto spec = std::make_shared<api::PodSpec>(*fixture.pod->spec);
  spec->init_containers = spec->containers;
  spec->init_containers.front().name = "proxy";
  spec->init_containers.front().restart_policy = api::RestartPolicy::always;
  spec->init_containers.push_back(spec->init_containers.front());
  spec->init_containers.back().name = "second";
  auto pod = std::make_shared<api::Pod>(*fixture.pod);
  pod->spec = spec;
  fixture.manager.add_pod(pod);
  CHECK(fixture.manager.probes_readiness("uid-1", "app"));
  CHECK(fixture.manager.probes_readiness("uid-1", "proxy"));
  CHECK(fixture.manager.probes_readiness("uid-1", "second"));
  fixture.manager.remove_pod(*pod);
  CHECK_FALSE(fixture.manager.probes_readiness("uid-1", "app"));
  CHECK_FALSE(fixture.manager.probes_readiness("uid-1", "proxy"));
}

TEST_CASE("workers of pods that are gone, or that nobody wants, end") {
  ProbedPod fixture{liveness, answering("live", {})};
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(5s);
  fixture.manager.clean_up_pods({"uid-1"});
  fixture.manager.stop_liveness_and_startup(*fixture.pod);
  CHECK_FALSE(fixture.manager.liveness_results().get(fixture.container).has_value());
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(8s);
  fixture.manager.clean_up_pods({});
  fixture.node.run_until(60s);
  CHECK(fixture.probed_at() == ProbedAt{0, 5});
}

TEST_CASE("a worker that begins or ends is another version, so that a pod's next sync is no idle one") {
  ProbedPod fixture{liveness, answering("live", {})};
  std::uint64_t last = fixture.manager.version();
  const auto is_changed = [&] { return fixture.manager.version() != std::exchange(last, fixture.manager.version()); };
  fixture.has_status = false;
  fixture.manager.add_pod(fixture.pod);
  CHECK(is_changed());
  fixture.manager.add_pod(fixture.pod);
  CHECK_FALSE(is_changed());
  fixture.node.run_until(3s);
  static_cast<void>(is_changed());
  fixture.manager.remove_pod(*fixture.pod);
  CHECK(is_changed());
}

TEST_CASE("a pod is being probed from the beginning of a probe to its answer") {
  ProbedPod fixture{"'livenessProbe': {'exec': {'command': ['live']}, 'timeoutSeconds': 5}",
                    answering("live", {{.takes = 2s}})};
  CHECK_FALSE(fixture.manager.is_probing("uid-1"));
  fixture.manager.add_pod(fixture.pod);
  fixture.node.run_until(1s);
  CHECK(fixture.manager.is_probing("uid-1"));
  CHECK_FALSE(fixture.manager.is_probing("uid-0"));
  CHECK_FALSE(fixture.manager.is_probing("uid-2"));
  fixture.node.run_until(5s);
  CHECK_FALSE(fixture.manager.is_probing("uid-1"));
}

TEST_CASE("a deleted pod's liveness is well and no more asked for since 1.20.6, its readiness is") {
  for (const auto& [release, liveness_ends] : {std::pair{"1.20.5", false}, std::pair{"1.20.6", true}}) {
    ProbedPod fixture{fmt::format("{}, {}", liveness, readiness), answering("live", {{.exit_code = 1}}), release};
    auto deleted = std::make_shared<api::Pod>(*fixture.pod);
    deleted->metadata.deletion_timestamp = sim::Time{5s};
    fixture.manager.add_pod(deleted);
    fixture.node.run_until(15s);
    CHECK(fixture.manager.probes_readiness("uid-1", "app"));
    const bool asks = std::ranges::any_of(fixture.node.reported.of<trace::RuntimeCall>(),
                                          [](const auto& call) { return call.second.command == "live"; });
    CHECK(asks != liveness_ends);
  }
}

}  // namespace podreel::kubelet
