// Manifests such as those of the Kubernetes documentation, replayed without a scenario.
#include "scenarios/format/assumed_behaviour.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tools/cli/arguments/pod_listing.hpp"

namespace podreel::format {

using namespace std::chrono_literals;

namespace {

Loaded load_manifest(const std::string& manifest, sim::Duration until) {
  LoadOptions options;
  options.until = until;
  return load_scenarios(api::load_documents(manifest, "pods.yaml"), "pods.yaml", options);
}

/// The warnings of a file, without their places.
std::vector<std::string> warnings_in(const Loaded& file) {
  std::vector<std::string> notes;
  for (const api::Problem& warning : file.warnings) notes.push_back(warning.message);
  return notes;
}

std::string listing_after(const std::string& manifest, sim::Duration until) {
  const Loaded file = load_manifest(manifest, until);
  for (const api::Problem& problem : file.problems) FAIL_CHECK(to_string(problem));
  REQUIRE(file.scenarios.size() == 1);
  const simulation::ReplayResult result = simulation::replay(file.scenarios.front());
  return cli::pod_listing(result.pods, result.started_at + result.length, false);
}

std::string pod_manifest(const std::string& spec) {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {" + spec + "}\n";
}

std::string job_manifest(const std::string& spec) {
  return "apiVersion: batch/v1\nkind: Job\nmetadata: {name: work}\nspec: {template: {spec: {" + spec + "}}}\n";
}

struct Documented {
  std::string situation;
  std::string manifest;
  sim::Duration until;
  /// READY, STATUS and RESTARTS of the pod at this time.
  std::vector<std::string> shown;
};

const std::string removes_its_file = R"(containers: [{name: app, image: busybox, args: [/bin/sh, -c,
  "touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600"], livenessProbe: {exec: {command: [cat, /tmp/healthy]},
  initialDelaySeconds: 5, periodSeconds: 5}}])";
const std::string answers_badly = R"(containers: [{name: app, image: "registry.k8s.io/e2e-test-images/agnhost:2.40",
  args: [liveness], livenessProbe: {httpGet: {path: /healthz, port: 8080}, initialDelaySeconds: 3, periodSeconds: 3}}])";
const std::string waits_for_services = R"(containers: [{name: app, image: busybox, command: [sh, -c,
  "echo The app is running! && sleep 3600"]}], initContainers: [{name: first, image: busybox, command: [sh, -c,
  "sleep 20"]}, {name: second, image: busybox, command: [sh, -c, "sleep 20"]}])";
const std::string failing_init = R"(restartPolicy: Never, containers: [{name: app, image: busybox}],
  initContainers: [{name: first, image: busybox, command: [sh, -c, "exit 1"]}])";
const std::string with_sidecar = R"(containers: [{name: app, image: "alpine:latest", command: [sh, -c,
  "while true; do echo logging >> /opt/logs.txt; sleep 1; done"]}], initContainers: [{name: logs, image: "alpine:latest",
  restartPolicy: Always, command: [sh, -c, "tail -F /opt/logs.txt"]}])";
const std::string ready_by_file = R"(containers: [{name: app, image: busybox, command: [sh, -c,
  "sleep 20; touch /tmp/ready; sleep 600"], readinessProbe: {exec: {command: [cat, /tmp/ready]}, periodSeconds: 5}}])";

const std::string has_hooks = R"(containers: [{name: app, image: nginx, lifecycle: {postStart: {exec: {command:
  [/bin/sh, -c, "echo Hello > /usr/share/message"]}}, preStop: {exec: {command: [/bin/sh, -c,
  "nginx -s quit; while killall -0 nginx; do sleep 1; done"]}}}}])";

/// What the documentation says of such manifests.
const std::vector<Documented>& documented() {
  static const std::vector<Documented> rows{
      {"a liveness probe by command succeeds at first", pod_manifest(removes_its_file), 30s, {"1/1", "Running", "0"}},
      {"it fails when the file is gone, and the container restarts",
       pod_manifest(removes_its_file),
       90s,
       {"1/1", "Running", "1 ("}},
      {"a server that answers with 500 is restarted", pod_manifest(answers_badly), 60s, {"1/1", "Running", "3 ("}},
      {"a readiness probe fails until its file exists", pod_manifest(ready_by_file), 15s, {"0/1", "Running", "0"}},
      {"and succeeds then", pod_manifest(ready_by_file), 30s, {"1/1", "Running", "0"}},
      {"init containers run one after another", pod_manifest(waits_for_services), 30s, {"0/1", "Init:1/2"}},
      {"and the application follows", pod_manifest(waits_for_services), 60s, {"1/1", "Running"}},
      {"a failed init container of a Never pod fails it", pod_manifest(failing_init), 30s, {"0/1", "Init:Error"}},
      {"a sidecar runs beside the application", pod_manifest(with_sidecar), 30s, {"2/2", "Running"}},
      {"a container with hooks starts, runs and is ready", pod_manifest(has_hooks), 30s, {"1/1", "Running", "0"}},
      {"a container that exits with 1 crashes again and again",
       pod_manifest(R"(containers: [{name: app, image: busybox, command: [sh, -c, "exit 1"]}])"),
       60s,
       {"0/1", "Error", "3 ("}},
      {"a container that ends is not restarted under OnFailure",
       pod_manifest(R"(restartPolicy: OnFailure, containers: [{name: app, image: busybox, command: [sleep, "10"]}])"),
       60s,
       {"0/1", "Completed", "0"}},
      {"the container of a Job computes and succeeds",
       job_manifest(
           R"(restartPolicy: Never, containers: [{name: pi, image: "perl:5.34", command: [perl, -Mbignum=bpi, -wle,
         'print bpi(2000)']}])"),
       60s,
       {"0/1", "Completed", "0"}},
      {"the pod of a Job fails with the exit code of its script",
       job_manifest(R"(restartPolicy: Never, containers: [{name: main, image: bash, command: [bash], args: [-c,
         "echo \"Hello world!\" && sleep 5 && exit 42"]}])"),
       60s,
       {"0/1", "Error", "0"}},
      {"a Job with a sidecar completes",
       job_manifest(R"(restartPolicy: Never, containers: [{name: app, image: alpine, command: [sh, -c,
         "echo logging > /opt/logs.txt"]}], initContainers: [{name: logs, image: alpine, restartPolicy: Always, command:
         [sh, -c, "tail -F /opt/logs.txt"]}])"),
       90s,
       {"0/2", "Completed", "0"}},
  };
  return rows;
}

}  // namespace

TEST_CASE("manifests like those of the documentation behave as it says") {
  for (const Documented& row : documented()) {
    CAPTURE(row.situation);
    const std::string listing = listing_after(row.manifest, row.until);
    for (const std::string& part : row.shown) CHECK_MESSAGE(listing.find(part) != std::string::npos, listing);
  }
}

TEST_CASE("what is assumed of manifests is said") {
  const std::vector<std::string> notes = warnings_in(load_manifest(pod_manifest(removes_its_file), 1min));
  const auto has = [](const std::vector<std::string>& all, const std::string& note) {
    return std::ranges::any_of(all, [&](const std::string& each) { return each.starts_with(note); });
  };
  CHECK(notes.size() == 3);
  CHECK(has(notes, "processes are not run: containers keep running and probes succeed"));
  CHECK(has(notes, "web, app: its command exits with 0 after 10m30s"));
  CHECK(has(notes, "web, app: `cat /tmp/healthy` succeeds from 0s on, fails from 30s on"));
  const auto of_unknown = warnings_in(
      load_manifest(pod_manifest(R"(containers: [{name: app, image: nginx, command: [nginx, -t]}])"), 1min));
  CHECK(has(of_unknown, "web, app: `nginx -t` is not simulated; the container is assumed to keep running"));
}

TEST_CASE("what a container answers over the network is unknown, unless its image is known") {
  const auto is_said = [](const std::string& spec) {
    const auto notes = warnings_in(load_manifest(pod_manifest(spec), 1min));
    return std::ranges::count(notes,
                              "web, app: what it answers over the network is unknown; it is assumed to answer probes "
                              "and hooks with success") == 1;
  };
  CHECK(
      is_said("containers: [{name: app, image: i, livenessProbe: {httpGet: {path: /x, port: 80}}, readinessProbe: "
              "{tcpSocket: {port: 80}}}]"));
  CHECK(is_said("containers: [{name: app, image: i, startupProbe: {grpc: {port: 80}}}]"));
  CHECK(is_said("containers: [{name: app, image: i, lifecycle: {postStart: {httpGet: {path: /x, port: 80}}}}]"));
  CHECK_FALSE(is_said(answers_badly));
  CHECK_FALSE(is_said(removes_its_file));
  CHECK_FALSE(is_said("containers: [{name: app, image: i}]"));
}

TEST_CASE("one of several replicas is created, and that is said") {
  const auto notes = warnings_in(load_manifest(R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}},
  spec: {containers: [{name: app, image: nginx}]}}}
)",
                                               1min));
  CHECK(std::ranges::find(notes, "Deployment/default/web: one of 3 replicas is created") != notes.end());
}

TEST_CASE("a scenario says itself how its containers behave") {
  const Loaded file = load_manifest(R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: mine}
spec: {duration: 10s}
---
)" + pod_manifest(removes_its_file),
                                    1min);
  CHECK(file.warnings.empty());
  REQUIRE(file.scenarios.size() == 1);
  CHECK(file.scenarios.front().runtime.pods.empty());
}

}  // namespace podreel::format
