#include "engine/kubelet/gc/dead_containers.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace podreel::kubelet {

namespace {

using runtime::ContainerState;

struct Instances {
  runtime::PodStatus status;

  Instances& has(const char* id, const char* name, int created, ContainerState state = ContainerState::exited) {
    runtime::ContainerStatus& container = status.containers.emplace_back();
    container.id = id;
    container.name = name;
    container.state = state;
    container.created_at = sim::Time{std::chrono::seconds{created}};
    return *this;
  }
  [[nodiscard]] std::string dead(const char* name, std::size_t keep, Dead which = Dead::exited) const {
    std::string ids;
    for (const memory::Text& id : dead_containers(status, which, name, keep)) ids += std::string{id} + " ";
    return ids;
  }
};

}  // namespace

TEST_CASE("of each container's dead instances the newest are kept, in whatever order the runtime lists them") {
  Instances pod;
  pod.has("a1", "a", 1)
      .has("b4", "b", 4)
      .has("a3", "a", 3)
      .has("a2", "a", 2)
      .has("a5", "a", 5, ContainerState::running);
  CHECK(pod.dead("", 1) == "a2 a1 ");
  CHECK(pod.dead("a", 1) == "a2 a1 ");
  CHECK(pod.dead("a", 2) == "a1 ");
  CHECK(pod.dead("b", 1).empty());
  CHECK(pod.dead("", 0) == "b4 a3 a2 a1 ");
}

TEST_CASE("what was only created, or is unknown, is dead to the collector alone") {
  Instances pod;
  pod.has("a1", "a", 1, ContainerState::created)
      .has("a2", "a", 2, ContainerState::unknown)
      .has("a3", "a", 3, ContainerState::running);
  CHECK(pod.dead("", 0).empty());
  CHECK(pod.dead("", 0, Dead::not_running) == "a2 a1 ");
  CHECK(pod.dead("", 1, Dead::not_running) == "a1 ");
}

}  // namespace podreel::kubelet
