#include "scenarios/fleet/dump/ready_after.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "scenarios/fleet/dump/inferred_runtime.hpp"

namespace podreel::fleet {

using namespace std::chrono_literals;
using nlohmann::json;

namespace {

json running_status_of(const char* container, const char* started) {
  return {{"name", container}, {"state", {{"running", {{"startedAt", started}}}}}};
}

/// Of app, which is asked, and helper, which is not.
json asked_pod_of(const char* app_started, const char* helper_started, const char* ready, const char* status = "True") {
  return {
      {"spec",
       {{"containers",
         {{{"name", "app"}, {"image", "a"}, {"readinessProbe", {{"tcpSocket", {{"port", 80}}}, {"periodSeconds", 4}}}},
          {{"name", "helper"}, {"image", "h"}}}}}},
      {"status",
       {{"conditions", {{{"type", "Ready"}, {"status", status}, {"lastTransitionTime", ready}}}},
        {"containerStatuses", {running_status_of("app", app_started), running_status_of("helper", helper_started)}}}}};
}

std::optional<sim::Duration> learnt_of(const json& pod) {
  return ready_after(api::to_tree(pod));
}

Workload workload_of(json pod, std::optional<sim::Duration> after) {
  Workload workload;
  workload.owner = Owner::replica_set;
  workload.namespace_name = "shop";
  workload.ready_after = after;
  workload.pod = std::make_shared<const json>(std::move(pod));
  FoundPods found;
  found.generate_name = "web-5d4-";
  workload.found = std::make_shared<const FoundPods>(std::move(found));
  return workload;
}

constexpr const char* at_0 = "2026-10-01T08:00:00Z";
constexpr const char* at_10 = "2026-10-01T08:00:10Z";
constexpr const char* at_40 = "2026-10-01T08:00:40Z";

}  // namespace

TEST_CASE("from the start of what is asked until Ready") {
  CHECK(learnt_of(asked_pod_of(at_0, at_0, at_40)) == 40s);
  CHECK(learnt_of(asked_pod_of(at_10, at_0, at_40)) == 30s);
  CHECK(learnt_of(asked_pod_of(at_10, at_40, at_40)) == 30s);
}

TEST_CASE("what does not belong together says nothing") {
  CHECK_FALSE(learnt_of(asked_pod_of(at_40, at_0, at_10)));
  CHECK_FALSE(learnt_of(asked_pod_of(at_0, at_40, at_10)));
  CHECK_FALSE(learnt_of(asked_pod_of(at_0, at_0, at_40, "False")));
  CHECK_FALSE(learnt_of(asked_pod_of(at_0, at_0, "2026-10-01T08:06:00Z")));
  json unasked = asked_pod_of(at_0, at_0, at_40);
  unasked["spec"]["containers"][0].erase("readinessProbe");
  CHECK_FALSE(learnt_of(unasked));
}

TEST_CASE("containers answer half a period before they were found to") {
  Cluster cluster;
  cluster.workloads.push_back(workload_of(asked_pod_of(at_0, at_0, at_40), 40s));
  const runtime_fake::RuntimeScript runtime = learnt_runtime(cluster);
  REQUIRE(runtime.pods.size() == 1);
  CHECK(runtime.pods.front().name == "shop/web-5d4-*");
  REQUIRE(runtime.pods.front().tcp.size() == 2);
  CHECK(runtime.pods.front().tcp.front().refused);
  CHECK(runtime.pods.front().tcp.back().after_start == 38s);
  CHECK(runtime.pods.front().http.empty());
}

TEST_CASE("no longer than the liveness probe bears") {
  json pod = asked_pod_of(at_0, at_0, at_40);
  pod["spec"]["containers"][0]["livenessProbe"] = {{"tcpSocket", {{"port", 80}}}, {"periodSeconds", 5}};
  Cluster cluster;
  cluster.workloads.push_back(workload_of(pod, 40s));
  CHECK(learnt_runtime(cluster).pods.front().tcp.back().after_start == 10s);
}

TEST_CASE("what was learnt, is assumed, or need not be known") {
  const json pod = asked_pod_of(at_0, at_0, at_40);
  json unasked = pod;
  unasked["spec"]["containers"][0].erase("readinessProbe");
  CHECK(start_knowledge(workload_of(pod, 40s)) == StartKnowledge::learnt);
  CHECK(start_knowledge(workload_of(pod, std::nullopt)) == StartKnowledge::assumed);
  CHECK(start_knowledge(workload_of(unasked, std::nullopt)) == StartKnowledge::no_probes);
  json hooked = pod;
  hooked["spec"]["containers"][0]["readinessProbe"] = {{"exec", {{"command", {"sh", "-c", "true"}}}}};
  CHECK(start_knowledge(workload_of(hooked, 40s)) == StartKnowledge::learnt);
  hooked["spec"]["containers"][0]["lifecycle"] = {{"preStop", {{"exec", {{"command", {"sh", "-c", "sleep 5"}}}}}}};
  CHECK(start_knowledge(workload_of(hooked, 40s)) == StartKnowledge::assumed);
}

}  // namespace podreel::fleet
