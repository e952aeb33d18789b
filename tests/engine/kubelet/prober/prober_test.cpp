#include "engine/kubelet/prober/prober.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/support/fake_node.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

class RecordedEvents final : public sync::EventRecorder {
 public:
  void record(const api::Pod& /*pod*/, std::string_view field_path, sync::EventType /*type*/, std::string_view reason,
              std::string message) override {
    notes.push_back(fmt::format("{} {}: {}", field_path, reason, message));
  }
  std::vector<std::string> notes;
};

/// A pod "web" whose container has one probe, of all three types.
struct Probing {
  Probing(std::string_view handler, runtime_fake::PodScript script, std::string_view release = "1.30")
      : node{scripted(std::move(script))},
        behaviour{release::behaviour_of(release::parse_release(release).value())},
        prober{{node.kubelet, node.timing, node.runtime, behaviour, events, node.recorder}} {
    const std::string probe = fmt::format("{{{}, 'timeoutSeconds': 2}}", handler);
    pod = std::make_shared<const api::Pod>(testing::ReportedPod{
        fmt::format("{{'containers': [{{'name': 'app', 'image': 'img', 'ports': [{{'name': 'web', 'containerPort': "
                    "8080}}], 'livenessProbe': {0}, 'readinessProbe': {0}, 'startupProbe': {0}}}]}}",
                    probe)}
                                               .pod);
    id = node.run(pod, node.sandbox(pod), "app");
  }

  static runtime_fake::RuntimeScript scripted(runtime_fake::PodScript script) {
    script.name = "*";
    runtime_fake::RuntimeScript all;
    all.pods.push_back(std::move(script));
    return all;
  }

  std::optional<decide::ProbeResult> probe(ProbeType type = ProbeType::liveness, bool is_cancelled = false) {
    const Prober::Request request{pod, "app", id, "10.0.0.7", type, is_cancelled};
    const ProbeAnswer answer = node.drive(prober.probe(request));
    prober.report(request, answer);
    return answer.result();
  }
  [[nodiscard]] std::vector<trace::Probe> reported() const {
    std::vector<trace::Probe> found;
    for (const auto& [time, record] : node.reported.of<trace::Probe>()) found.push_back(record);
    return found;
  }

  testing::FakeNode node;
  release::Behaviour behaviour;
  RecordedEvents events;
  Prober prober;
  api::PodPtr pod;
  std::string id;
};

constexpr std::string_view command = "'exec': {'command': ['live']}";
using decide::ProbeResult;

}  // namespace

TEST_CASE("a probe that succeeds is told in the timeline, with what it put out, and in no event") {
  Probing silent{command, {}};
  CHECK(silent.probe() == ProbeResult::success);
  REQUIRE(silent.reported().size() == 1);
  CHECK(silent.reported().front().container == "app");
  CHECK_FALSE(silent.reported().front().output);
  CHECK(silent.events.notes.empty());
  Probing talking{command, {.exec = {{"live", {{.output = "fine"}}}}}};
  CHECK(talking.probe() == ProbeResult::success);
  CHECK(talking.reported().front().output == "fine");
}

TEST_CASE("a probe that fails is told in an event that names its type") {
  Probing probing{command, {.exec = {{"live", {{.exit_code = 1, .output = "bad"}}}}}};
  for (const auto& each : {std::pair{ProbeType::liveness, "Liveness"}, std::pair{ProbeType::readiness, "Readiness"},
                           std::pair{ProbeType::startup, "Startup"}}) {
    CHECK(probing.probe(each.first) == ProbeResult::failure);
    CHECK(probing.events.notes.back() ==
          fmt::format("spec.containers{{app}} Unhealthy: {} probe failed: bad", each.second));
    CHECK(probing.reported().back().probe == each.second);
    CHECK(probing.reported().back().result == "failure");
  }
}

TEST_CASE("a probe of a container that does not run is tried three times, and says nothing of the container") {
  for (const auto& each : {std::pair{"1.23", ""}, std::pair{"1.36", " and resulted in unknown state"}}) {
    Probing probing{command, {}, each.first};
    CHECK(probing.node.runtime.exit_container("web", "app", 0));
    CHECK_FALSE(probing.probe());
    CHECK(probing.reported().empty());
    REQUIRE(probing.events.notes.size() == 1);
    CAPTURE(probing.events.notes.front());
    CHECK(probing.events.notes.front().starts_with(
        fmt::format("spec.containers{{app}} Unhealthy: Liveness probe errored{}: ", each.second)));
    const auto calls = probing.node.reported.of<trace::RuntimeCall>();
    CHECK(std::ranges::count_if(calls, [](const auto& call) { return call.second.op == "ExecSync"; }) == 3);
  }
}

TEST_CASE("a command is not run any more once its pod's sync has been cancelled") {
  Probing probing{command, {}};
  CHECK_FALSE(probing.probe(ProbeType::liveness, true));
  for (const auto& [time, call] : probing.node.reported.of<trace::RuntimeCall>()) CHECK(call.op != "ExecSync");
  CHECK(probing.events.notes.front().ends_with("rpc error: code = Canceled desc = context canceled"));
}

TEST_CASE("a probe over the network is judged by what the endpoint answers") {
  Probing http{"'httpGet': {'path': '/live', 'port': 'web'}", {.http = {{.status = 503, .output = "busy"}}}};
  CHECK(http.probe() == ProbeResult::failure);
  CHECK(http.events.notes.front() ==
        "spec.containers{app} Unhealthy: Liveness probe failed: HTTP probe failed with statuscode: 503");
  Probing tcp{"'tcpSocket': {'port': 'web'}", {.tcp = {{.refused = true}}}};
  CHECK(tcp.probe() == ProbeResult::failure);
  CHECK(tcp.events.notes.front().find("10.0.0.7:8080") != std::string::npos);
  Probing elsewhere{"'tcpSocket': {'port': 81, 'host': '10.9.9.9'}", {.tcp = {{.refused = true}}}};
  CHECK(elsewhere.probe() == ProbeResult::failure);
  CHECK(elsewhere.events.notes.front().find("10.9.9.9:81") != std::string::npos);
  CHECK(Probing{"'grpc': {'port': 9000}", {}}.probe() == ProbeResult::success);
  CHECK(Probing{"'tcpSocket': {'port': 81}", {}}.probe() == ProbeResult::success);
}

TEST_CASE("a probe of a port that the container does not have errs") {
  Probing probing{"'tcpSocket': {'port': 'missing'}", {}};
  CHECK_FALSE(probing.probe());
  CHECK(probing.events.notes.front().find("probe errored") != std::string::npos);
}

TEST_CASE("a redirect to another host is a success with a warning") {
  Probing probing{"'httpGet': {'port': 80}", {.http = {{.status = 302, .output = "elsewhere"}}}};
  CHECK(probing.probe() == ProbeResult::success);
  CHECK(probing.reported().front().result == "warning");
  CHECK(probing.events.notes == std::vector<std::string>{"spec.containers{app} ProbeWarning: Liveness probe warning: "
                                                         "Probe terminated redirects, Response body: elsewhere"});
}

}  // namespace podreel::kubelet
