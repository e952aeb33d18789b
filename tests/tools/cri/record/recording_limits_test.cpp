#include "tools/cri/record/recording_limits.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::cri {

namespace {

/// Limits of a recording of a pod with these volumes.
std::vector<std::string> limits_with_volumes(const std::string& volumes) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n  timeline:\n"
      "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: "
      "[{name: app, image: a}], volumes: [" +
      volumes + "]}}}\n";
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  return recording_limits(loaded.scenarios.front());
}

/// Limits on a machine with these control groups, of a recording in which the kernel kills a process of a pod.
std::vector<std::string> limits_with_oom_kill(const std::string& settings, const std::string& kill,
                                              ControlGroups control_groups) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n" + settings +
      "  timeline:\n    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: "
      "[{name: app, image: a}]}}}\n    - {at: 9s, oomKill: {pod: web, container: app, " +
      kill + "}}\n";
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  return recording_limits(loaded.scenarios.front(), control_groups);
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

TEST_CASE("where control groups are those of version 1, no kubelet has all processes of a container killed") {
  using Lines = std::vector<std::string>;
  const Lines refused{"runtime.cgroupVersion: found 2, this machine has 1; accepted: cgroupVersion 1"};
  const std::string newest = "  node: {kubelet: {version: \"1.36\"}}\n";
  CHECK(limits_with_oom_kill(newest, "process: child", ControlGroups::v1) == refused);
  CHECK(limits_with_oom_kill(newest, "process: child", ControlGroups::v2).empty());
  CHECK(limits_with_oom_kill(newest, "process: main", ControlGroups::v1).empty());
  CHECK(limits_with_oom_kill(newest + "  runtime: {cgroupVersion: 1}\n", "process: child", ControlGroups::v1).empty());
  CHECK(limits_with_oom_kill("  node: {kubelet: {version: \"1.27\"}}\n", "process: child", ControlGroups::v1).empty());
  const std::string spares_main =
      newest +
      "  runtime: {pods: [{name: web, containers: [{name: app, runs: [{memoryInUse: 1Gi, oomVictim: child}]}]}]}\n";
  CHECK(limits_with_oom_kill(spares_main, "process: main", ControlGroups::v1) == refused);
}

TEST_CASE("out of memory of a node cannot be recorded, because the kernel's log is the machine's") {
  for (const ControlGroups control_groups : {ControlGroups::v1, ControlGroups::v2}) {
    CHECK(limits_with_oom_kill("", "scope: node", control_groups) ==
          std::vector<std::string>{
              "oomKill of default/web: scope node: a real kubelet reads the log of this machine's kernel"});
  }
}

}  // namespace podreel::cri
