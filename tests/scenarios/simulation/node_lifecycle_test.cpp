// A lost node, and its pods.
#include "scenarios/simulation/node_lifecycle.hpp"

#include <doctest/doctest.h>
#include <string>

#include "scenarios/format/in_seconds.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::simulation {

namespace {

using Seconds = std::vector<double>;

testing::RunHistory looked_after(const std::string& version, const std::string& steps,
                                 const std::string& lifecycle = "{}", const std::string& tolerations = "[]") {
  return testing::history_of("duration: 15m, timing: ideal, node: {kubelet: {version: '" + version +
                             "'}, lifecycle: " + lifecycle +
                             "}, timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, "
                             "spec: {tolerations: " +
                             tolerations + ", containers: [{name: app, image: 'app:1'}]}}}, " + steps + "]");
}

Seconds seconds_of(const testing::RunHistory& history, const std::string& ready) {
  Seconds seconds;
  for (const trace::Record& record : history.records) {
    const auto* node = std::get_if<trace::Node>(&record.payload);
    if (node == nullptr || !node->ready || !node->ready->starts_with(ready)) continue;
    seconds.push_back(format::in_seconds(record.time - history.start));
  }
  return seconds;
}

}  // namespace

TEST_CASE("a node counts as lost when it has been silent for longer than the grace period of its release") {
  const std::string cut = "{at: 62s, cutNetwork: {for: 10m}}";
  CHECK(seconds_of(looked_after("1.30", cut), "Unknown") == Seconds{105});
  CHECK(seconds_of(looked_after("1.31", cut), "Unknown") == Seconds{115});
  CHECK(seconds_of(looked_after("1.31", cut, "{nodeMonitorGracePeriod: 20s}"), "Unknown") == Seconds{85});
  CHECK(seconds_of(looked_after("1.30", "{at: 62s, cutNetwork: {for: 38s}}"), "Unknown").empty());
}

TEST_CASE("a kubelet that is away, and a node that is down, are lost likewise") {
  CHECK(seconds_of(looked_after("1.30", "{at: 62s, stopKubelet: {}}"), "Unknown") == Seconds{105});
  CHECK(seconds_of(looked_after("1.30", "{at: 62s, rebootNode: {downFor: 2m}}"), "Unknown") == Seconds{105});
}

TEST_CASE("without leases a runtime that hangs costs the node its heartbeats") {
  const std::string hang = "{at: 62s, hangRuntime: {for: 3m}}";
  CHECK(seconds_of(looked_after("1.13", hang), "Unknown").size() == 1);
  CHECK(seconds_of(looked_after("1.14", hang), "Unknown").empty());
}

TEST_CASE("a pod is deleted when it does not tolerate the taint any longer, unless the node is back by then") {
  const std::string cut = "{at: 62s, cutNetwork: {for: 10m}}";
  const auto lost = looked_after("1.30", cut);
  CHECK(testing::events_in(lost, "TaintManagerEviction") == Seconds{405});
  CHECK(lost.pods.at("default/web").back().object == nullptr);
  const auto back = looked_after("1.30", "{at: 62s, cutNetwork: {for: 4m}}");
  CHECK(testing::events_in(back, "TaintManagerEviction").size() == 1);
  CHECK(back.pods.at("default/web").back().object != nullptr);
  const auto forever = looked_after("1.30", cut, "{}", "[{operator: Exists}]");
  CHECK(testing::events_in(forever, "TaintManagerEviction").empty());
  const auto at_once = looked_after(
      "1.30", cut, "{}",
      "[{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 0}]");
  CHECK(testing::events_in(at_once, "TaintManagerEviction") == Seconds{105});
}

TEST_CASE("before taints evict, a timeout does") {
  const auto lost = looked_after("1.12", "{at: 62s, cutNetwork: {for: 10m}}");
  CHECK(testing::events_in(lost, "TaintManagerEviction").empty());
  CHECK(testing::events_in(lost, "NodeControllerEviction") == Seconds{370});
  const auto sooner = looked_after("1.12", "{at: 62s, cutNetwork: {for: 10m}}", "{podEvictionTimeout: 1m}");
  CHECK(testing::events_in(sooner, "NodeControllerEviction") == Seconds{130});
}

TEST_CASE("a controller that restarts with its API server gives the node its whole grace period") {
  const auto history =
      looked_after("1.30", "{at: 62s, stopKubelet: {}}, {at: 70s, stopApiServer: {}}, {at: 300s, startApiServer: {}}");
  CHECK(seconds_of(history, "Unknown") == Seconds{345});
}

}  // namespace podreel::simulation
