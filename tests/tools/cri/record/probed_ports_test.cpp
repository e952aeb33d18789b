// Which ports of pods are probed, and what of it cannot be answered.
#include "tools/cri/record/probed_ports.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "tools/cri/runtime/pod_addresses.hpp"

namespace podreel::cri {

namespace {

/// `containers` in YAML's flow style.
ProbedPorts ports_of(const std::string& containers, const std::string& more = "", const std::string& pod = "") {
  const std::string text = fmt::format(
      "{{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {{name: probed}}, spec: {{{}timeline: [{{at: 0s, "
      "createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web}}, spec: {{{}containers: [{}]}}}}}}]}}}}",
      more, pod, containers);
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "probed.yaml"), "probed.yaml");
  for (const api::Problem& problem : loaded.problems) FAIL(api::to_string(problem));
  return probed_ports(loaded.scenarios.at(0));
}

std::string container(const std::string& fields, const std::string& name = "app") {
  return fmt::format("{{name: {}, image: img, {}}}", name, fields);
}

bool refuses(const ProbedPorts& found, const std::string& why) {
  REQUIRE(found.refused.size() == 1);
  return found.refused.front().find(why) != std::string::npos;
}

}  // namespace

TEST_CASE("ports are found by their number and by the container's name for them, each once") {
  const ProbedPorts found = ports_of(
      container("ports: [{name: http, containerPort: 8080}, {name: db, containerPort: 5432}], "
                "livenessProbe: {httpGet: {port: 8080}}, readinessProbe: {httpGet: {port: http, path: /ready}}, "
                "startupProbe: {tcpSocket: {port: db}}"));
  CHECK(found.refused.empty());
  CHECK(found.ports == std::vector<ProbedPort>{{"default/web", "app", 8080, PortProtocol::http},
                                               {"default/web", "app", 5432, PortProtocol::tcp}});
}

TEST_CASE("probes over HTTPS and gRPC have ports, and so have hooks that ask over HTTP") {
  const ProbedPorts found = ports_of(container(
      "livenessProbe: {httpGet: {port: 8443, scheme: HTTPS}}, readinessProbe: {grpc: {port: 9000, service: db}}, "
      "lifecycle: {postStart: {httpGet: {port: 8080}}, preStop: {tcpSocket: {port: 8081}}}"));
  CHECK(found.refused.empty());
  CHECK(found.ports == std::vector<ProbedPort>{{"default/web", "app", 8080, PortProtocol::http},
                                               {"default/web", "app", 8443, PortProtocol::https},
                                               {"default/web", "app", 9000, PortProtocol::grpc}});
}

TEST_CASE("a port that a kubelet does not find is none, and exec needs none") {
  const ProbedPorts found =
      ports_of(container("livenessProbe: {httpGet: {port: unknown}}, readinessProbe: {exec: {command: [ready]}}"));
  CHECK(found.refused.empty());
  CHECK(found.ports.empty());
}

TEST_CASE("what cannot be answered over a pod's network is refused with its reason") {
  CHECK(refuses(ports_of(container("livenessProbe: {httpGet: {port: 80, host: 10.0.0.1}}")), "another host"));
  CHECK(
      refuses(ports_of(container("lifecycle: {preStop: {httpGet: {port: 80, scheme: HTTPS}}}")), "a hook over HTTPS"));
  CHECK(refuses(ports_of(container("livenessProbe: {tcpSocket: {port: 80}}"), "", "hostNetwork: true, "),
                "the machine's own ports"));
  CHECK(refuses(ports_of(container("livenessProbe: {tcpSocket: {port: 80}}, readinessProbe: {httpGet: {port: 80}}")),
                "port 80 is used by two containers, or with two protocols"));
  CHECK(refuses(ports_of(container("livenessProbe: {tcpSocket: {port: 80}}") + ", " +
                         container("livenessProbe: {tcpSocket: {port: 80}}", "side")),
                "port 80 is used by two containers, or with two protocols"));
}

TEST_CASE("a script that only a simulation can follow is refused where somebody asks") {
  const std::string probed = container("livenessProbe: {tcpSocket: {port: 80}}");
  const auto scripted = [](const std::string& answers) { return "runtime: {pods: [{name: web, " + answers + "}]}, "; };
  CHECK(ports_of(probed, scripted("http: [{from: 0s, status: 500, takes: 3s}]")).refused.empty());
  CHECK(refuses(ports_of(probed, scripted("tcp: [{from: 0s, takes: 3s}]")), "the system accepts connections at once"));
  CHECK(refuses(ports_of(probed, scripted("tcp: [{from: 0s, fails: 50%}]")), "random failures"));
  CHECK(refuses(ports_of(probed, scripted("grpc: [{from: 0s, status: 1, output: tired}]")), "accepted: NOT_SERVING"));
  CHECK(ports_of(probed, scripted("grpc: [{from: 0s, status: 1, output: UNKNOWN}]")).refused.empty());
  CHECK(ports_of(container("livenessProbe: {exec: {command: [x]}}"), scripted("tcp: [{from: 0s, fails: 50%}]"))
            .refused.empty());
}

TEST_CASE("pods are on the loopback network, and reported with their simulated addresses") {
  const PodAddresses addresses{40123};
  CHECK(addresses.on_machine("10.88.0.2") == "127.156.187.2");
  CHECK(addresses.on_machine("10.88.3.254") == "127.156.187.254");
  CHECK(addresses.simulated("Get \"http://127.156.187.2:80/\": dial tcp 127.156.187.2:80, not 127.0.0.1") ==
        "Get \"http://10.88.0.2:80/\": dial tcp 10.88.0.2:80, not 127.0.0.1");
}

}  // namespace podreel::cri
