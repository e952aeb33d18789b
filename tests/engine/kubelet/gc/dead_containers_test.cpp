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
  [[nodiscard]] std::string dead(const char* name, std::size_t keep) const {
    std::string ids;
    for (const api::Text& id : dead_containers(status, name, keep)) ids += std::string{id} + " ";
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

TEST_CASE("what runs, was only created, or is unknown is not dead") {
  Instances pod;
  pod.has("a1", "a", 1, ContainerState::created).has("a2", "a", 2, ContainerState::unknown);
  CHECK(pod.dead("", 0).empty());
}

}  // namespace podreel::kubelet
