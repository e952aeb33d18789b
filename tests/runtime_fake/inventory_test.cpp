#include "runtime_fake/inventory.hpp"

#include <doctest/doctest.h>
#include <memory>

#include "engine/invariant.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using testing::make_pod;

namespace {

const std::vector<PodScript> without_scripts;

}  // namespace

TEST_CASE("a pod of which there never was anything goes without a trace") {
  Inventory inventory{without_scripts};
  inventory.add(*make_pod("web", {}), sim::Time{});
  inventory.forget("uid-web");
  inventory.forget("uid-web");
  CHECK(inventory.pods().empty());
  CHECK(inventory.changes_since(0)->gone.empty());
}

TEST_CASE("a pod that is known keeps its age, and is found by its UID and by the ids of what it has") {
  Inventory inventory{without_scripts};
  const auto pod = make_pod("web", {});
  CHECK(inventory.add(*pod, sim::Time{1s}).second);
  const auto [entry, is_new] = inventory.add(*pod, sim::Time{2s});
  CHECK_FALSE(is_new);
  CHECK(entry->created_at == sim::Time{1s});
  CHECK(full_name(*entry) == "default/web");
  const memory::Text sandbox = inventory.add_sandbox(*entry, {}).id;
  CHECK(inventory.find_sandbox(sandbox).pod == entry);
  CHECK(inventory.find_container(sandbox).container == nullptr);
  CHECK(inventory.find_sandbox("ffffffff").pod == nullptr);
  inventory.remove_sandbox(*entry, sandbox);
  CHECK(inventory.find_sandbox(sandbox).sandbox == nullptr);
  CHECK(inventory.find("uid-web") == entry);
}

TEST_CASE("the first script that fits a pod is its script") {
  const std::vector<PodScript> scripts{{.name = "other/*"}, {.name = "web-?"}, {.name = "*"}};
  Inventory inventory{scripts};
  CHECK(inventory.add(*make_pod("web-1", {}), sim::Time{}).first->script == &scripts[1]);
  CHECK(inventory.add(*make_pod("web", {}), sim::Time{}).first->script == &scripts[2]);
  const std::vector<PodScript> of_web{{.name = "web"}};
  Inventory strict{of_web};
  CHECK(strict.add(*make_pod("db", {}), sim::Time{}).first->script == nullptr);
}

TEST_CASE("a container is created in a sandbox of its pod, and ends before it or its sandbox is removed") {
  Inventory inventory{without_scripts};
  NamePool names;
  PodEntry& pod = *inventory.add(*make_pod("web", {"app"}), sim::Time{}).first;
  const auto make = [&names](const memory::Text& sandbox) {
    auto container = std::make_unique<Container>();
    container->name = names.of("app");
    container->sandbox_id = sandbox;
    return container;
  };
  CHECK_THROWS_AS(inventory.add_container(pod, make("ffffffff")), InvariantViolation);
  const memory::Text sandbox = inventory.add_sandbox(pod, {}).id;
  Container& container = inventory.add_container(pod, make(sandbox));
  container.state = runtime::ContainerState::running;
  CHECK_THROWS_AS(inventory.remove_container(pod, container.id), InvariantViolation);
  CHECK_THROWS_AS(inventory.remove_sandbox(pod, sandbox), InvariantViolation);
  container.state = runtime::ContainerState::exited;
  inventory.remove_sandbox(pod, sandbox);
  CHECK(pod.containers.empty());
}

}  // namespace podreel::runtime_fake
