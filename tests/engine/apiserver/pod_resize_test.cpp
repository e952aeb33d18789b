#include "engine/apiserver/pod_resize.hpp"

#include <doctest/doctest.h>

namespace podreel::apiserver {

namespace {

using nlohmann::json;

constexpr const char* two_containers = R"({
  "initContainers": [
    {"name": "init", "image": "i", "resources": {"requests": {"cpu": "1"}}},
    {"name": "proxy", "image": "p", "restartPolicy": "Always", "resources": {"requests": {"cpu": "1"}}}],
  "containers": [
    {"name": "app", "image": "a",
     "resources": {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"cpu": "2", "memory": "2Gi"}}},
    {"name": "aux", "image": "b", "resizePolicy": [{"resourceName": "memory", "restartPolicy": "RestartContainer"}],
     "resources": {"requests": {"memory": "1Gi"}, "limits": {"memory": "1Gi"}}}],
  "ephemeralContainers": [{"name": "debug", "image": "d"}]})";

/// What the server makes of the pod's spec, or why it refuses.
std::variant<json, std::string> resize(const char* spec, const NewResourcesByContainer& containers,
                                       release::Release server = release::v(35), json metadata = json::object()) {
  const StoredSpecs specs{server, {}};
  json object{{"metadata", std::move(metadata)}, {"spec", specs.defaulted(json::parse(spec))}};
  auto result = resized(std::move(object), containers, specs);
  if (json* changed = std::get_if<json>(&result)) return (*changed)["spec"];
  return std::get<UpdateRefusal>(result).messages.at(0);
}

std::string refusal(const NewResourcesByContainer& containers, release::Release server = release::v(35)) {
  const auto result = resize(two_containers, containers, server);
  const std::string* text = std::get_if<std::string>(&result);
  return text == nullptr ? "allowed" : *text;
}

NewResourcesByContainer more_cpu(const char* container) {
  return {{container, {.requests = {{"cpu", "1500m"}}, .limits = {}}}};
}

}  // namespace

TEST_CASE("what a resize does not name stays") {
  const auto result = resize(two_containers, more_cpu("app"));
  REQUIRE(std::holds_alternative<json>(result));
  CHECK(std::get<json>(result)["containers"][0]["resources"] ==
        json::parse(R"({"requests": {"cpu": "1500m", "memory": "1Gi"}, "limits": {"cpu": "2", "memory": "2Gi"}})"));
}

TEST_CASE("several containers are resized at once") {
  CHECK(refusal({{"app", {.requests = {{"cpu", "1500m"}}, .limits = {}}},
                 {"proxy", {.requests = {{"cpu", "2"}}, .limits = {}}}}) == "allowed");
}

TEST_CASE("a server that cannot resize says that it has no such resource") {
  CHECK(refusal(more_cpu("app"), release::v(32)) == "the server could not find the requested resource");
}

TEST_CASE("only CPU and memory change") {
  CHECK(refusal({{"app", {.requests = {{"ephemeral-storage", "1Gi"}}, .limits = {}}}}) ==
        "spec: Forbidden: only cpu and memory resources are mutable");
}

TEST_CASE("init containers that end are resized since 1.36, sidecars since 1.33, ephemeral containers never") {
  CHECK(refusal(more_cpu("init")) == "spec: Forbidden: resources for non-sidecar init containers are immutable");
  CHECK(refusal(more_cpu("init"), release::v(36)) == "allowed");
  CHECK(refusal(more_cpu("proxy"), release::v(33)) == "allowed");
  CHECK(refusal(more_cpu("debug")).starts_with("spec: Forbidden"));
  CHECK(refusal(more_cpu("application")) == "spec.containers: Not found: \"application\"");
}

TEST_CASE("a resize does not change the pod's QoS class") {
  constexpr const char* small = R"({"containers": [{"name": "app", "image": "a", "resources":
    {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"cpu": "1", "memory": "1Gi"}}}]})";
  const auto result = resize(small, {{"app", {.requests = {}, .limits = {{"cpu", "2"}}}}});
  REQUIRE(std::holds_alternative<std::string>(result));
  CHECK(std::get<std::string>(result) ==
        "spec: Invalid value: \"Burstable\": Pod QOS Class may not change as a result of resizing");
}

TEST_CASE("1.33 lowers a limit of memory only where that restarts the container") {
  const NewResources less{.requests = {{"memory", "512Mi"}}, .limits = {{"memory", "512Mi"}}};
  CHECK(refusal({{"app", less}}, release::v(33)) ==
        "spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be decreased unless resizePolicy "
        "is RestartContainer");
  CHECK(refusal({{"aux", less}}, release::v(33)) == "allowed");
  CHECK(refusal({{"app", less}}, release::v(34)) == "allowed");
}

TEST_CASE("1.33 adds no limit of memory, either") {
  constexpr const char* unlimited = R"({"containers": [{"name": "app", "image": "a", "resources":
    {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"cpu": "1"}}}]})";
  const NewResourcesByContainer limited{{"app", {.requests = {}, .limits = {{"memory", "2Gi"}}}}};
  const auto result = resize(unlimited, limited, release::v(33));
  REQUIRE(std::holds_alternative<std::string>(result));
  CHECK(std::get<std::string>(result).find("memory limits cannot be added unless") != std::string::npos);
  CHECK(std::holds_alternative<json>(resize(unlimited, limited, release::v(34))));
}

TEST_CASE("what would be invalid in a new pod is so in a resized one") {
  CHECK(refusal({{"app", {.requests = {{"cpu", "3"}}, .limits = {}}}}) ==
        "spec.containers[0].resources.requests: Invalid value: \"3\": must be less than or equal to cpu limit of 2");
  CHECK(refusal({{"app", {.requests = {{"cpu", "-1"}}, .limits = {}}}}) ==
        "spec.containers[0].resources.requests[cpu]: Invalid value: \"-1\": must be greater than or equal to 0");
}

TEST_CASE("pods with resources as a whole are resized since 1.36") {
  constexpr const char* whole =
      R"({"resources": {"requests": {"cpu": "2"}}, "containers": [{"name": "app", "image": "a",
    "resources": {"requests": {"cpu": "1"}}}]})";
  const auto refused = resize(whole, more_cpu("app"), release::v(35));
  REQUIRE(std::holds_alternative<std::string>(refused));
  CHECK(std::get<std::string>(refused) == "Forbidden: pods with pod-level resources cannot be resized");
  CHECK(std::holds_alternative<json>(resize(whole, more_cpu("app"), release::v(36))));
}

TEST_CASE("a pod is not resized whose kubelet does not say what its containers have") {
  const StoredSpecs specs{release::v(35), {}};
  const json object{{"metadata", json::object()}, {"spec", specs.defaulted(json::parse(two_containers))}};
  api::ContainerStatus running;
  running.name = "app";
  running.state = api::StateRunning{};
  api::PodStatus status;
  status.container_statuses = {running};
  const auto refused = resized(object, more_cpu("app"), specs, status);
  REQUIRE(std::holds_alternative<UpdateRefusal>(refused));
  CHECK(std::get<UpdateRefusal>(refused).messages.at(0) ==
        "spec: Forbidden: Pod running on node without support for resize");
  running.resources_requests_limits.emplace();
  status.container_statuses = {running};
  CHECK(std::holds_alternative<json>(resized(object, more_cpu("app"), specs, status)));
}

TEST_CASE("pods of other kinds are not resized") {
  const json mirror{{"annotations", {{"kubernetes.io/config.mirror", "abc"}}}};
  const auto of_static = resize(two_containers, more_cpu("app"), release::v(35), mirror);
  CHECK(std::get<std::string>(of_static) == "Forbidden: static pods cannot be resized");
  constexpr const char* windows = R"({"os": {"name": "windows"}, "containers": [{"name": "app", "image": "a"}]})";
  CHECK(std::get<std::string>(resize(windows, more_cpu("app"))) == "Forbidden: windows pods cannot be resized");
}

TEST_CASE("resources besides CPU and memory may be named if they stay as they are") {
  constexpr const char* stored = R"({"containers": [{"name": "app", "image": "a", "resources":
    {"requests": {"cpu": "1", "ephemeral-storage": "1Gi"}}}]})";
  const auto is_allowed = [&](const char* storage) {
    const NewResources resources{.requests = {{"cpu", "2"}, {"ephemeral-storage", storage}}, .limits = {}};
    return std::holds_alternative<json>(resize(stored, {{"app", resources}}));
  };
  CHECK(is_allowed("1Gi"));
  CHECK(is_allowed("1024Mi"));
  CHECK_FALSE(is_allowed("2Gi"));
}

TEST_CASE("from 1.36 on a resize beyond the node's allocatable resources is forbidden") {
  const auto refused = [](release::Release server, const api::ResourceList* allocatable) -> std::string {
    const StoredSpecs specs{server, {}};
    json object{{"metadata", json::object()}, {"spec", specs.defaulted(json::parse(two_containers))}};
    const auto result = resized(std::move(object), more_cpu("app"), specs, {}, allocatable);
    const UpdateRefusal* refusal = std::get_if<UpdateRefusal>(&result);
    if (refusal == nullptr) return "allowed";
    CHECK(refusal->kind == UpdateRefusal::Kind::forbidden);
    return refusal->messages.at(0);
  };
  const api::ResourceList small{{"cpu", "2"}, {"memory", "1Gi"}};
  const api::ResourceList large{{"cpu", "2500m"}, {"memory", "2Gi"}};
  CHECK(refused(release::v(36), &small) ==
        "node didn't have enough allocatable resources: cpu, requested: 2500, allocatable: 2000; memory, requested: "
        "2147483648, allocatable: 1073741824");
  CHECK(refused(release::v(36), &large) == "allowed");
  CHECK(refused(release::v(36), nullptr) == "allowed");
  CHECK(refused(release::v(35), &small) == "allowed");
}

}  // namespace podreel::apiserver
