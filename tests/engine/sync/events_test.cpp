#include "engine/sync/events.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace podreel::sync {

namespace {

class Listening final : public EventRecorder {
 public:
  void record(const api::Pod& /*pod*/, std::string_view path, EventType type, std::string_view /*reason*/,
              std::string message) override {
    reported += fmt::format("{} {}: {}\n", to_string(type), path, message);
  }
  std::string reported;
};

api::Pod three_kinds() {
  auto spec = std::make_shared<api::PodSpec>();
  spec->init_containers.emplace_back().name = "init";
  spec->containers.emplace_back().name = "app";
  spec->ephemeral_containers.emplace_back().name = "debug";
  api::Pod pod;
  pod.spec = std::move(spec);
  return pod;
}

}  // namespace

TEST_CASE("an event says in which list its container stands") {
  const api::Pod pod = three_kinds();
  CHECK(field_path(*pod.spec, "init") == "spec.initContainers{init}");
  CHECK(field_path(*pod.spec, "app") == "spec.containers{app}");
  CHECK(field_path(*pod.spec, "debug") == "spec.ephemeralContainers{debug}");
  CHECK(field_path(*pod.spec, "pause") == "implicitly required container pause");
}

TEST_CASE("the id of a container in a message is its name, wherever it stands") {
  Listening events;
  const api::Pod pod = three_kinds();
  record_container_event(events, pod, "app", "abc", EventType::warning, "Failed", "abc is not abcd, abc");
  record_container_event(events, pod, "app", "app", EventType::normal, "Failed", "app");
  record_container_event(events, pod, "app", "", EventType::normal, "Failed", "abc");
  CHECK(events.reported ==
        "Warning spec.containers{app}: app is not appd, app\nNormal spec.containers{app}: app\n"
        "Normal spec.containers{app}: abc\n");
}

TEST_CASE("of a container that the spec does not have nothing is told") {
  Listening events;
  record_container_event(events, three_kinds(), "ghost", "abc", EventType::warning, "Failed", "abc");
  CHECK(events.reported.empty());
}

}  // namespace podreel::sync
