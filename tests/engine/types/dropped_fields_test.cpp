#include "engine/types/dropped_fields.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::types {

namespace {

/// "spec.containers[0].resizePolicy", or with the gate that is off: "spec.os IdentifyPodOS".
std::string dropped(const char* spec, release::Release release, const release::FeatureGates& gates = {}) {
  std::string text;
  for (const DroppedField& field : dropped_fields(nlohmann::json::parse(spec), release, gates)) {
    if (!text.empty()) text += ", ";
    text += field.path;
    if (!field.gate.empty()) text += " " + std::string{field.gate};
  }
  return text;
}

constexpr const char* sidecar = R"({"initContainers": [{"name": "proxy", "image": "p", "restartPolicy": "Always"}],
  "containers": [{"name": "app", "image": "a"}]})";

}  // namespace

TEST_CASE("fields are dropped that came later") {
  CHECK(dropped(sidecar, release::v(27)) == "spec.initContainers[0].restartPolicy");
  constexpr const char* probed = R"({"containers": [{"name": "app", "image": "a",
    "livenessProbe": {"tcpSocket": {"port": 80}, "terminationGracePeriodSeconds": 3}}]})";
  CHECK(dropped(probed, release::v(20)) == "spec.containers[0].livenessProbe.terminationGracePeriodSeconds");
  CHECK(dropped(probed, release::v(30)).empty());
}

TEST_CASE("fields are dropped whose feature gate is off") {
  CHECK(dropped(sidecar, release::v(28)) == "spec.initContainers[0].restartPolicy SidecarContainers");
  CHECK(dropped(sidecar, release::v(28), {{"SidecarContainers", true}}).empty());
  CHECK(dropped(sidecar, release::v(29)).empty());
}

TEST_CASE("fields of old releases stand behind gates, too") {
  constexpr const char* spec = R"({"priorityClassName": "high", "priority": 7, "securityContext": {"runAsGroup": 1},
    "volumes": [{"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}],
    "containers": [{"name": "app", "image": "a", "securityContext": {"runAsGroup": 1}}]})";
  CHECK(dropped(spec, release::v(9)) ==
        "spec.containers[0].securityContext.runAsGroup, spec.priority PodPriority, spec.priorityClassName PodPriority, "
        "spec.securityContext.runAsGroup, spec.volumes[0].emptyDir.sizeLimit LocalStorageCapacityIsolation");
  CHECK(dropped(spec, release::v(13)) ==
        "spec.containers[0].securityContext.runAsGroup RunAsGroup, spec.securityContext.runAsGroup RunAsGroup");
  CHECK(dropped(spec, release::v(14)).empty());
}

TEST_CASE("the fields of 1.37 stand behind gates that are off") {
  constexpr const char* spec = R"({"evictionResponders": [{"name": "acme.io/web", "priority": 10000}],
    "volumes": [{"name": "v", "emptyDir": {"mode": 511}}, {"name": "s", "secret": {"secretName": "s", "defaultUser": 1}}],
    "containers": [{"name": "app", "image": "a",
      "volumeMounts": [{"name": "v", "mountPath": "/v", "bindMountOptions": ["noexec"]}],
      "livenessProbe": {"grpc": {"port": 1, "mode": "TLS"}},
      "readinessProbe": {"httpGet": {"port": 80, "protocol": "HTTP2"}}}]})";
  CHECK(dropped(spec, release::v(37)) ==
        "spec.containers[0].livenessProbe.grpc.mode GRPCContainerProbeTLS, "
        "spec.containers[0].readinessProbe.httpGet.protocol H2CContainerProbe, "
        "spec.containers[0].volumeMounts[0].bindMountOptions VolumeBindMountOptions, "
        "spec.evictionResponders EvictionRequestAPI, spec.volumes[0].emptyDir.mode EmptyDirVolumeMode, "
        "spec.volumes[1].secret.defaultUser AtomicWriteVolumeUserFields");
  CHECK(dropped(spec, release::v(37), {{"AllAlpha", true}}).empty());
  CHECK(dropped(spec, release::v(36), {{"AllAlpha", true}}).find("spec.evictionResponders,") != std::string::npos);
}

TEST_CASE("a field that is replaced is told where it is another then") {
  const auto reported = [](const char* spec, release::Release release, const release::FeatureGates& gates) {
    return dropped_fields(nlohmann::json::parse(spec), release, gates);
  };
  constexpr const char* unmasked =
      R"({"containers": [{"name": "app", "image": "a", "securityContext": {"procMount": "Unmasked"}}]})";
  const std::vector<DroppedField> replaced = reported(unmasked, release::v(20), {});
  REQUIRE(replaced.size() == 1);
  CHECK(replaced.front().path == "spec.containers[0].securityContext.procMount");
  CHECK(replaced.front().gate == "ProcMountType");
  CHECK(replaced.front().instead == "\"Default\"");
  CHECK(reported(unmasked, release::v(20), {{"ProcMountType", true}}).empty());
  const std::vector<DroppedField> unknown = reported(unmasked, release::v(11), {});
  REQUIRE(unknown.size() == 1);
  CHECK(unknown.front().instead.empty());
  constexpr const char* usual =
      R"({"containers": [{"name": "app", "image": "a", "securityContext": {"procMount": "Default"}}]})";
  CHECK(reported(usual, release::v(20), {}).empty());
}

TEST_CASE("what says nothing is not told") {
  constexpr const char* empty = R"({"resources": {}, "schedulingGates": [], "os": null,
    "containers": [{"name": "app", "image": "a", "resizePolicy": []}]})";
  CHECK(dropped(empty, release::v(20)).empty());
}

}  // namespace podreel::types
