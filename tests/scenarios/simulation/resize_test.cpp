// A pod is resized while it runs: what the kubelet does, in which order, and what it says.
#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "scenarios/format/in_seconds.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::simulation {

namespace {

using Lines = std::vector<std::string>;

constexpr const char* head = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: resized}
spec:
  duration: 40s
  timing: ideal
  node: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}, kubelet: {version: "RELEASE"GATES}}
  timeline:
)";

constexpr const char* web = R"(
  - at: 0s
    createPod:
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers:
        - name: app
          image: "app:1"
          resources: {requests: {cpu: 100m, memory: 64Mi}, limits: {cpu: 200m, memory: 128Mi}}
)";

testing::RunHistory run(const std::string& steps, const std::string& release = "1.36", const std::string& gates = "",
                        const std::string& timeline = "  timeline:\n") {
  const std::string text =
      boost::replace_first_copy(
          boost::replace_first_copy(boost::replace_first_copy(std::string{head}, "RELEASE", release), "GATES", gates),
          "  timeline:\n", timeline) +
      steps;
  return testing::history_of_document(text);
}

/// The calls that change what is given: "sandbox 102/20000/134217728", "app 307/50000/134217728".
Lines updates(const testing::RunHistory& history) {
  Lines lines;
  for (const trace::Record& record : history.records) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr || !call->op.starts_with("Update")) continue;
    lines.push_back(fmt::format("{} {}/{}/{}", call->container.value_or("sandbox"), call->cpu_shares.value_or(0),
                                call->cpu_quota.value_or(0), call->memory.value_or(0)));
  }
  return lines;
}

Lines events(const testing::RunHistory& history, std::string_view about = "Resize") {
  Lines lines;
  for (const trace::Record& record : history.records) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event != nullptr && event->reason.starts_with(about)) lines.push_back(event->reason);
  }
  return lines;
}

std::string resize(const char* at, const char* requests, const char* limits) {
  return fmt::format(
      "  - {{at: {}, resizePod: {{pod: web, container: app, resources: {{requests: {}, limits: {}}}}}}}\n", at,
      requests, limits);
}

/// A pod that leaves 2 CPUs of the node.
const std::string other =
    "  - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: other}, spec: {containers: [{name: app, "
    "image: "
    "'app:1', resources: {requests: {cpu: 2}}}]}}}\n";

constexpr const char* mebi_128 = "134217728";

/// Seconds from the pod's creation to its container's second start.
double restarted_after(const testing::RunHistory& history) {
  int starts = 0;
  for (const trace::Record& record : history.records) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event != nullptr && event->reason == "Started" && ++starts == 2) {
      return format::in_seconds(record.time - history.records.front().time);
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("CPU grows from the outside in: limits of the pod, its requests, then the container") {
  const auto history = run(web + resize("10s", "{cpu: 300m}", "{cpu: 500m}"));
  // The request is read from a weight, which is that of 80 shares.
  CHECK(updates(history) == Lines{fmt::format("sandbox 80/50000/{}", mebi_128),
                                  fmt::format("sandbox 307/50000/{}", mebi_128),
                                  fmt::format("app 307/50000/{}", mebi_128)});
  CHECK(events(history) == Lines{"ResizeStarted", "ResizeCompleted"});
}

TEST_CASE("CPU shrinks from the inside out") {
  const auto history = run(web + resize("10s", "{cpu: 50m}", "{cpu: 100m}"));
  CHECK(updates(history) == Lines{fmt::format("app 51/10000/{}", mebi_128),
                                  fmt::format("sandbox 51/20000/{}", mebi_128),
                                  fmt::format("sandbox 51/10000/{}", mebi_128)});
}

TEST_CASE("memory is changed before CPU") {
  const auto history = run(web + resize("10s", "{cpu: 300m, memory: 128Mi}", "{cpu: 500m, memory: 256Mi}"));
  CHECK(updates(history) == Lines{"sandbox 80/20000/268435456", "app 102/20000/268435456", "sandbox 80/50000/268435456",
                                  "sandbox 307/50000/268435456", "app 307/50000/268435456"});
}

TEST_CASE("1.31 with the gate resizes without events, and without telling the runtime of the pod") {
  const auto history = run(web + resize("10s", "{cpu: 300m}", "{cpu: 500m}"), "1.31",
                           ", featureGates: {InPlacePodVerticalScaling: true}");
  CHECK(updates(history) == Lines{fmt::format("app 307/50000/{}", mebi_128)});
  CHECK(events(history).empty());
}

TEST_CASE("1.32 with the gate resizes what the runtime says that a container has") {
  const std::string steps = web + resize("10s", "{cpu: 300m}", "{cpu: 500m}");
  const std::string gate = ", featureGates: {InPlacePodVerticalScaling: true}";
  CHECK(updates(run(steps, "1.32", gate)) == Lines{fmt::format("app 307/50000/{}", mebi_128)});
  const std::string silent = "  runtime: {containerResources: false}\n  timeline:\n";
  CHECK(updates(run(steps, "1.32", gate, silent)).empty());
}

TEST_CASE("a runtime that says what containers have changes nothing for a kubelet that notes it itself") {
  const std::string steps = web + resize("10s", "{cpu: 300m}", "{cpu: 500m}");
  const std::string reporting = "  runtime: {containerResources: true}\n  timeline:\n";
  const auto history = run(steps, "1.36", "", reporting);
  CHECK(updates(history) == updates(run(steps)));
  CHECK(events(history) == events(run(steps)));
}

TEST_CASE("a pod that is resized has what it had until there is room") {
  const auto history =
      run(web + other + resize("10s", "{cpu: 3}", "{cpu: 3}") + resize("20s", "{cpu: 200m}", "{cpu: 400m}"));
  CHECK(updates(history).size() == 3);
  CHECK(events(history) == Lines{"ResizeDeferred", "ResizeStarted", "ResizeCompleted"});
}

TEST_CASE("up to 1.35 a resize beyond the node is infeasible") {
  CHECK(events(run(web + resize("10s", "{cpu: 5}", "{cpu: 6}"), "1.35")) == Lines{"ResizeInfeasible"});
}

TEST_CASE("a waiting resize is reported in status.resize up to 1.32, and in a condition since") {
  const auto is_reported_by_condition = [](const char* release) {
    const auto history = run(web + resize("10s", "{cpu: 3500m}", "{cpu: 3800m}") +
                                 "  - {at: 5s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: other}, spec: "
                                 "{containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 2}}}]}}}\n",
                             release, ", featureGates: {InPlacePodVerticalScaling: true}");
    return std::ranges::any_of(history.records, [](const trace::Record& record) {
      const auto* reported = std::get_if<trace::Status>(&record.payload);
      return reported != nullptr && api::find_condition(*reported->status, "PodResizePending") != nullptr;
    });
  };
  CHECK_FALSE(is_reported_by_condition("1.32"));
  CHECK(is_reported_by_condition("1.33"));
}

TEST_CASE("a resize that the runtime refuses is reported once, and retried") {
  const std::string refused =
      "  runtime: {calls: [{call: UpdateContainerResources, pod: web, failFirst: 1, error: out of range}]}\n  "
      "timeline:\n";
  const auto history = run(web + resize("10s", "{cpu: 300m}", "{cpu: 500m}"), "1.36", "", refused);
  const Lines reported = events(history);
  CHECK(std::ranges::count(reported, "ResizeError") == 1);
  CHECK(std::ranges::count(reported, "ResizeCompleted") == 1);
}

TEST_CASE("a resize that is taken back before there is room leaves no trace") {
  const auto history =
      run(web + other + resize("10s", "{cpu: 3}", "{cpu: 3}") + resize("20s", "{cpu: 100m}", "{cpu: 200m}"));
  CHECK(updates(history).empty());
  CHECK(events(history) == Lines{"ResizeDeferred"});
}

TEST_CASE("a resize while the kubelet is away begins half a minute after the next one's start") {
  const std::string away = "  - {at: 10s, stopKubelet: {}}\n";
  const std::string back = "  - {at: 15s, startKubelet: {}}\n";
  const auto history = run(web + away + resize("12s", "{cpu: 300m}", "{cpu: 500m}") + back, "1.35");
  CHECK(updates(history).empty());
}

TEST_CASE("without its record a kubelet gives containers once more what they have") {
  const std::string lost =
      "  - {at: 10s, stopKubelet: {}}\n  - {at: 11s, deleteKubeletFile: {name: actuated_pods_state}}\n"
      "  - {at: 12s, startKubelet: {}}\n";
  const auto history = run(web + lost);
  CHECK(updates(history) == Lines{fmt::format("app 2/0/{}", mebi_128), fmt::format("sandbox 102/20000/{}", mebi_128),
                                  fmt::format("app 102/20000/{}", mebi_128)});
  CHECK(events(history) == Lines{"ResizeCompleted"});
}

TEST_CASE("from 1.34 on a stage goes by what its pod had been allocated when its update was dispatched") {
  const auto allocated = [](const char* kubelet) {
    const auto history = testing::history_of(std::string{"duration: 30s, timing: ideal, node: {kubelet: {version: '"} +
                                             kubelet + R"('}}, timeline: [
      {at: 0s, createPod: {kind: Pod, metadata: {name: web}, spec: {terminationGracePeriodSeconds: 5, containers: [
        {name: app, image: "app:1", resources: {requests: {cpu: 100m}, limits: {cpu: 200m}}}]}}},
      {at: 10.5s, patchPod: {name: web, patch: {spec: {activeDeadlineSeconds: 7}}}},
      {at: 10.6s, resizePod: {pod: web, container: app, resources: {requests: {cpu: 50m}}}}])");
    Lines requests;
    for (const trace::Record& record : history.records) {
      const auto* status = std::get_if<trace::Status>(&record.payload);
      if (status == nullptr || !status->status || status->status->container_statuses.empty()) continue;
      const api::ContainerStatus& app = status->status->container_statuses.front();
      if (!std::holds_alternative<api::StateRunning>(app.state)) continue;
      const std::string& request = app.allocated_resources.at("cpu");
      if (requests.empty() || requests.back() != request) requests.push_back(request);
    }
    return requests;
  };
  // It is stopped as it was when the deadline had passed.
  CHECK(allocated("1.34.9") == Lines{"100m"});
}

TEST_CASE("up to 1.31 with the gate a sync sees that a container has exited before the next relist does") {
  const std::string once = "  - {at: 5600ms, patchPod: {name: web, patch: {metadata: {labels: {a: b}}}}}\n";
  std::string crashes =
      "  runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5500ms, exitCode: 1}]}]}]}\n";
  crashes += "  timeline:\n";
  const auto history_of = [&](const char* release, const char* gates) {
    return run(web + once, release, gates, crashes);
  };
  CHECK(restarted_after(history_of("1.31", ", featureGates: {InPlacePodVerticalScaling: true}")) ==
        doctest::Approx(5.6));
  CHECK(restarted_after(history_of("1.31", "")) == doctest::Approx(6));
  CHECK(restarted_after(history_of("1.35", "")) == doctest::Approx(6));
}

TEST_CASE("a pod whose start was probed by the kubelet before is not probed for it again, from 1.35 on") {
  std::string probed{web};
  probed = boost::replace_first_copy(
      probed, "          resources",
      "          startupProbe: {tcpSocket: {port: 80}, periodSeconds: 5}\n          resources");
  const std::string again = "  - {at: 20s, stopKubelet: {}}\n  - {at: 21s, startKubelet: {}}\n";
  const auto probes = [&](const char* release) {
    int count = 0;
    for (const trace::Record& record : run(probed + again, release).records) {
      const auto* probe = std::get_if<trace::Probe>(&record.payload);
      if (probe != nullptr && probe->probe == "Startup") ++count;
    }
    return count;
  };
  CHECK(probes("1.35") == 1);
  CHECK(probes("1.34") == 2);
}

TEST_CASE("a resize that waits for room begins when another pod has gone, and not only with its pod's next sync") {
  const auto history = run(web + resize("10s", "{cpu: 3}", "{cpu: 3}") + "  - {at: 20s, deletePod: {name: other}}\n" +
                               "  - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: other}, spec: "
                               "{terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1', "
                               "resources: {requests: {cpu: 2}}}]}}}\n",
                           "1.35");
  CHECK(events(history) == Lines{"ResizeDeferred", "ResizeStarted", "ResizeCompleted"});
  CHECK(updates(history).back() == fmt::format("app 3072/300000/{}", mebi_128));
}

}  // namespace podreel::simulation
