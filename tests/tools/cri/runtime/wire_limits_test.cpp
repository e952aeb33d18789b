// Which scenarios a kubelet cannot live through behind a socket.
#include "tools/cri/runtime/wire_limits.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::cri {

namespace {

format::Scenario limited(const std::string& spec) {
  const std::string text =
      "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: limited}, spec: {" + spec + "}}";
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "limited.yaml"), "limited.yaml");
  for (const api::Problem& problem : loaded.problems) FAIL(api::to_string(problem));
  return std::move(loaded.scenarios.at(0));
}

WireLimits limits_of(const std::string& spec) {
  return wire_limits(limited(spec));
}

std::string pod_with(const std::string& container) {
  return fmt::format(
      "timeline: [{{at: 0s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web}}, spec: {{containers: "
      "[{{name: app, image: img, {}}}]}}}}}}]",
      container);
}

}  // namespace

TEST_CASE("commands reach a container over CRI, probes and hooks over the network do not where nobody listens") {
  CHECK(network_limits(limited(pod_with("livenessProbe: {exec: {command: [alive]}}"))).empty());
  for (const char* container : {"livenessProbe: {httpGet: {port: 80}}", "readinessProbe: {tcpSocket: {port: 80}}",
                                "startupProbe: {grpc: {port: 80}}", "lifecycle: {preStop: {httpGet: {port: 80}}}"}) {
    const std::vector<std::string> limits = network_limits(limited(pod_with(container)));
    REQUIRE(limits.size() == 1);
    CHECK(limits.front().starts_with("network probes and hooks of default/web: no process listens"));
  }
}

TEST_CASE("errors of pulls are said that a kubelet gets other errors") {
  const auto notes_of = [](const std::string& image) {
    return pull_errors_without_code(
        limited("timeline: [], runtime: {images: [{name: 'img:1', pull: {" + image + "}}]}"));
  };
  CHECK(notes_of("takes: 1s").empty());
  CHECK(notes_of("failFirst: 1") ==
        std::vector<std::string>{"runtime.images img:1: the error \"not found\" has no code; over CRI it is sent as "
                                 "\"rpc error: code = NotFound desc = not found\""});
  CHECK(notes_of("failFirst: 1, error: no route").front().ends_with("code = Unknown desc = no route\""));
  CHECK(notes_of("failFirst: 1, error: 'rpc error: code = Unknown desc = no route'").empty());
}

TEST_CASE("hashes are the kubelet's own, and a served runtime begins with nothing") {
  const std::string pod =
      "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i}]}}";
  CHECK(limits_of("timeline: [{at: 0s, createPod: " + pod +
                  "}, {at: 5s, alterHash: {pod: web, container: app, hash: 1}}]")
            .refused.front()
            .starts_with("alterHash"));
  CHECK(limits_of("node: {settled: {pods: [" + pod + "]}}").refused.front().starts_with("node.settled"));
}

TEST_CASE("what is left out is said") {
  CHECK(limits_of("duration: 1m").left_out.empty());
  CHECK(limits_of("node: {kubelet: {version: \"1.30\", featureGates: {EventedPLEG: true}}}").left_out.size() == 1);
  const std::vector<std::string> usage{"usage of the node: a simulated kubelet does not measure it over CRI"};
  CHECK(limits_of("runtime: {usage: {memory: {capacity: 4Gi, other: 1Gi}}}").left_out == usage);
}

}  // namespace podreel::cri
