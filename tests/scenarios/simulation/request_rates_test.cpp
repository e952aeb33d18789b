// A kubelet's rate of requests, and what waits for it when many pods come at once.
#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <string>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

using namespace std::chrono_literals;

namespace {

/// 110 pods that are created at once.
format::Scenario crowd(const std::string& kubelet) {
  const std::string text = fmt::format(R"({{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {{name: crowd}},
    spec: {{description: Many pods at once., duration: 10m, timing: ideal, node: {{kubelet: {}}}, timeline: [{{at: 0s,
    createPods: {{count: 110, template: {{apiVersion: v1, kind: Pod, metadata: {{name: web}},
    spec: {{containers: [{{name: app, image: "app:1"}}]}}}}}}}}]}}}})",
                                       kubelet);
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "crowd.yaml"), "crowd.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  return std::move(loaded.scenarios.front());
}

/// When pods were first reported to run, and when events were written.
struct Reports final : trace::Sink {
  void write(const trace::Record& record) override {
    if (std::holds_alternative<trace::EventWrite>(record.payload)) {
      last_event = record.time;
      ++events;
    }
    const auto* report = std::get_if<trace::Status>(&record.payload);
    if (report != nullptr && report->status->phase == api::PodPhase::running) {
      running.emplace(record.pod, record.time);
    }
  }

  [[nodiscard]] sim::Duration spread() const {
    const auto [first, last] = std::ranges::minmax_element(running, {}, [](const auto& pod) { return pod.second; });
    return last->second - first->second;
  }

  std::map<std::string, sim::Time> running;
  sim::Time last_event{};
  std::size_t events = 0;
};

struct Run {
  Reports reports;
  sim::Time start{};
};

Run run_of(const std::string& kubelet) {
  const format::Scenario scenario = crowd(kubelet);
  Run run;
  ReplayOptions options;
  options.sinks = {&run.reports};
  run.start = replay(scenario, options).started_at;
  REQUIRE(run.reports.running.size() == 110);
  return run;
}

}  // namespace

TEST_CASE("with many pods at once, a kubelet of 1.26 reports them over half a minute and more, one of 1.27 does not") {
  // Two statuses for each pod, each of which is a GET and a PATCH.
  CHECK(run_of("{version: '1.26'}").reports.spread() > 30s);
  CHECK(run_of("{version: '1.27'}").reports.spread() < 10s);
}

TEST_CASE("a kubelet of 1.26 that may ask more often reports sooner") {
  CHECK(run_of("{version: '1.26', config: {kubeAPIQPS: 50, kubeAPIBurst: 100}}").reports.spread() < 10s);
}

TEST_CASE("events of many pods come late, and none is lost that finds a place to wait in") {
  const Run slow = run_of("{version: '1.26'}");
  const Run quick = run_of("{version: '1.26', config: {eventRecordQPS: 500, eventBurst: 1000}}");
  CHECK(slow.reports.events == quick.reports.events);
  CHECK(slow.reports.last_event - slow.start > 60s);
  CHECK(quick.reports.last_event - quick.start < 5s);
}

}  // namespace podreel::simulation
