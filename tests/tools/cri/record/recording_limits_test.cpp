#include "tools/cri/record/recording_limits.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/short_scenario.hpp"

namespace podreel::cri {

namespace {

using testing::short_scenario;

const std::string web = "timeline: [{at: 0s, createPod: {kind: Pod, apiVersion: v1, metadata: {name: web}, spec: ";

/// Limits of a recording of a pod with these volumes.
std::vector<std::string> limits_with_volumes(const std::string& volumes) {
  return recording_limits(short_scenario(web + "{containers: [{name: app, image: a}], volumes: [" + volumes + "]}}}]"));
}

/// Limits on a machine with these control groups, of a recording in which the kernel kills a process of a pod.
std::vector<std::string> limits_with_oom_kill(const std::string& settings, const std::string& kill,
                                              api::CgroupVersion control_groups) {
  const format::Scenario scenario =
      short_scenario(settings + web +
                     "{containers: [{name: app, image: a}]}}}, {at: 9s, oomKill: {pod: web, "
                     "container: app, " +
                     kill + "}}]");
  return recording_limits(scenario, {.control_groups = control_groups, .has_mount_namespaces = true});
}

}  // namespace

TEST_CASE("volumes of a storage system, which simulations assume to be there, cannot be recorded") {
  using Lines = std::vector<std::string>;
  CHECK(limits_with_volumes("{name: a, emptyDir: {}}, {name: b, configMap: {name: c}}").empty());
  CHECK(limits_with_volumes("{name: a, emptyDir: {}}, {name: data, persistentVolumeClaim: {claimName: c}}") ==
        Lines{"default/web: volume data: no storage system provides it"});
  CHECK(limits_with_volumes("{name: data, csi: {driver: d.example.com}}") ==
        Lines{"default/web: volume data: no storage system provides it"});
}

TEST_CASE("a node that reboots is recorded where the kubelet can have a boot id and mounts of its own") {
  using Lines = std::vector<std::string>;
  const format::Scenario reboot = short_scenario("timeline: [{at: 9s, rebootNode: {}}]");
  CHECK(recording_limits(reboot, {.control_groups = api::CgroupVersion::v2, .has_mount_namespaces = true}).empty());
  CHECK(recording_limits(reboot, {.control_groups = api::CgroupVersion::v2, .has_mount_namespaces = false}) ==
        Lines{"rebootNode: the kubelet needs a mount namespace of its own, which needs root"});
  const format::Scenario shutdown = short_scenario("timeline: [{at: 9s, shutdownNode: {}}]");
  CHECK(recording_limits(shutdown, {.control_groups = api::CgroupVersion::v2, .has_mount_namespaces = true}) ==
        Lines{"shutdownNode: podreel does not shut down this machine"});
}

TEST_CASE("where control groups are those of version 1, no kubelet has all processes of a container killed") {
  using Lines = std::vector<std::string>;
  const Lines refused{"runtime.cgroupVersion: found 2, this machine has 1; accepted: cgroupVersion 1"};
  const std::string newest = "node: {kubelet: {version: '1.36'}}, ";
  CHECK(limits_with_oom_kill(newest, "process: child", api::CgroupVersion::v1) == refused);
  CHECK(limits_with_oom_kill(newest, "process: child", api::CgroupVersion::v2).empty());
  CHECK(limits_with_oom_kill(newest, "process: main", api::CgroupVersion::v1).empty());
  CHECK(
      limits_with_oom_kill(newest + "runtime: {cgroupVersion: 1}, ", "process: child", api::CgroupVersion::v1).empty());
  CHECK(limits_with_oom_kill("node: {kubelet: {version: '1.27'}}, ", "process: child", api::CgroupVersion::v1).empty());
  const std::string spares_main =
      newest +
      "runtime: {pods: [{name: web, containers: [{name: app, runs: [{memoryInUse: 1Gi, oomVictim: child}]}]}]}, ";
  CHECK(limits_with_oom_kill(spares_main, "process: main", api::CgroupVersion::v1) == refused);
}

TEST_CASE("out of memory of a node cannot be recorded, because the kernel's log is the machine's") {
  for (const api::CgroupVersion control_groups : {api::CgroupVersion::v1, api::CgroupVersion::v2}) {
    CHECK(limits_with_oom_kill("", "scope: node", control_groups) ==
          std::vector<std::string>{
              "oomKill of default/web: scope node: a real kubelet reads the log of this machine's kernel"});
  }
}

TEST_CASE("what nobody can do to a kubelet from outside is named by its field or step") {
  CHECK(recording_limits(short_scenario("timeline: []")).empty());
  CHECK(recording_limits(short_scenario("node: {kubelet: {version: '1.9'}}, timeline: []")).size() == 1);
  CHECK(recording_limits(short_scenario("node: {allocatable: {cpu: 2}}, timeline: []")).size() == 1);
  CHECK(recording_limits(short_scenario(web + "{nodeSelector: {disk: ssd}, containers: [{name: app, image: img}]}}}]"))
            .front() == "default/web: selects node labels; accepted only with node.labels");
}

TEST_CASE("a real kubelet cannot be started with the resources or the policy of a simulated one") {
  const auto limits_of_start = [](const std::string& settings) {
    return recording_limits(
        short_scenario("timeline: [{at: 1s, stopKubelet: {}}, {at: 2s, startKubelet: {" + settings + "}}]"));
  };
  CHECK(limits_of_start("config: {maxParallelImagePulls: 5, serializeImagePulls: false}").empty());
  CHECK(limits_of_start("allocatable: {memory: 1Mi}") ==
        std::vector<std::string>{"startKubelet.allocatable: only a simulated kubelet obeys it"});
  CHECK(limits_of_start("identityPolicy: {name: dual-hash, release: '1.12'}").size() == 1);
}

TEST_CASE("what depends on the usage of simulated processes and disks cannot be recorded") {
  const auto resized_to = [](const std::string& limit, const std::string& runtime = "{}") {
    return recording_limits(short_scenario(
        "runtime: " + runtime + ", " + web +
        "{containers: [{name: app, image: img, resources: {requests: {memory: 1Mi}, limits: {memory: 128Mi}}}]}}},"
        " {at: 5s, resizePod: {pod: web, container: app, resources: {limits: {memory: " +
        limit + "}}}}]"));
  };
  CHECK(resized_to("64Mi").empty());
  CHECK(resized_to("10Mi").empty());
  CHECK(resized_to("9Mi").front() ==
        "resizePod of default/web: depends on memory in use, which a real kubelet reads from real processes");
  CHECK(resized_to("64Mi", "{memoryInUse: 65Mi}").size() == 1);
  CHECK(resized_to("64Mi", "{pods: [{name: web, containers: [{name: app, runs: [{memoryInUse: 65Mi}]}]}]}").size() ==
        1);
  CHECK(recording_limits(short_scenario("runtime: {usage: {memory: {capacity: 1Gi}}}, timeline: []")).front() ==
        "runtime.usage: a real kubelet measures this machine");
}

TEST_CASE("what the API server and files bring to a kubelet can be recorded") {
  CHECK(recording_limits(short_scenario(web + "{containers: [{name: app, image: img, envFrom: [{configMapRef: {name: "
                                              "settings}}]}]}}}]"))
            .empty());
  CHECK(recording_limits(short_scenario("node: {labels: {disk: ssd}, taints: [{key: a, effect: NoExecute}]}, timeline: "
                                        "[{at: 1s, labelNode: {labels: {disk: hdd}}}, {at: 2s, addStaticPod: {path: "
                                        "/a/web.yaml, manifest: {kind: Pod, apiVersion: v1, metadata: {name: web}, "
                                        "spec: {containers: [{name: app, image: img}]}}}}]"))
            .empty());
}

TEST_CASE("a kubelet is up for the longest pause of its loop and period of its probes before the scenario begins") {
  CHECK(up_before(short_scenario(web + "{containers: [{name: app, image: img}]}}}]")) == std::chrono::seconds{5});
  CHECK(up_before(short_scenario(web + "{containers: [{name: app, image: img, livenessProbe: {exec: {command: [x]}}, "
                                       "readinessProbe: {exec: {command: [x]}, periodSeconds: 30}}]}}}]")) ==
        std::chrono::seconds{30});
}

}  // namespace podreel::cri
