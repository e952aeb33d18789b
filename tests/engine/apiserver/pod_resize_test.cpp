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
  return std::get<std::string>(std::move(result));
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
  CHECK(refusal({{"app", less}}, release::v(33)).starts_with("spec.containers[0].resources.limits: Forbidden"));
  CHECK(refusal({{"aux", less}}, release::v(33)) == "allowed");
  CHECK(refusal({{"app", less}}, release::v(34)) == "allowed");
}

TEST_CASE("pods of other kinds are not resized") {
  const json mirror{{"annotations", {{"kubernetes.io/config.mirror", "abc"}}}};
  const auto of_static = resize(two_containers, more_cpu("app"), release::v(35), mirror);
  CHECK(std::get<std::string>(of_static) == "Forbidden: static pods cannot be resized");
  constexpr const char* windows = R"({"os": {"name": "windows"}, "containers": [{"name": "app", "image": "a"}]})";
  CHECK(std::get<std::string>(resize(windows, more_cpu("app"))) == "Forbidden: windows pods cannot be resized");
}

}  // namespace podreel::apiserver
