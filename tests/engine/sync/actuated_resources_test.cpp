#include "engine/sync/actuated_resources.hpp"

#include <doctest/doctest.h>

namespace podreel::sync {

TEST_CASE("a container that asks for nothing is written down only where it had something") {
  ActuatedResources actuated;
  actuated.set("uid", "app", api::ResourceAmounts{});
  CHECK_FALSE(actuated.of("uid").contains("app"));
  CHECK_FALSE(actuated.clear());
  actuated.set("uid", "app", {.cpu_request = 100});
  CHECK(actuated.of("uid").at("app").cpu_request == 100);
  actuated.set("uid", "app", api::ResourceAmounts{});
  REQUIRE(actuated.of("uid").contains("app"));
  CHECK(actuated.of("uid").at("app") == api::ResourceAmounts{});
}

TEST_CASE("what was written down is forgotten with its pod, or with the file") {
  ActuatedResources actuated;
  actuated.set("a", "app", {.cpu_request = 100});
  actuated.set("b", decide::ActuatedResources{{"app", {.memory_limit = 7}}});
  actuated.set("c", decide::ActuatedResources{});
  CHECK(actuated.of("b").at("app").memory_limit == 7);
  actuated.forget("a");
  CHECK(actuated.of("a").empty());
  CHECK(actuated.clear());
  CHECK(actuated.of("b").empty());
  CHECK_FALSE(actuated.clear());
}

}  // namespace podreel::sync
