// Which pods changed after a version, and which are gone.
#include "runtime_fake/change_log.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/invariant.hpp"
#include "runtime_fake/inventory.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using testing::make_pod;

namespace {

const std::vector<PodScript> no_scripts;

/// A pod with one sandbox.
PodEntry& live(Inventory& inventory, const std::string& name) {
  PodEntry& entry = *inventory.add(*make_pod(name, {}), sim::Time{}).first;
  inventory.add_sandbox(entry, {});
  return entry;
}

void end(Inventory& inventory, const std::string& name) {
  PodEntry* entry = inventory.find(memory::Text{"uid-" + name});
  inventory.remove_sandbox(*entry, entry->sandboxes.front().id);
}

std::vector<std::string> uids(const std::vector<memory::Text>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

TEST_CASE("what changed is listed by UID, the newest version of it only, and what went once") {
  Inventory inventory{no_scripts};
  PodEntry& b = live(inventory, "b");
  live(inventory, "a");
  inventory.changes().record(b);
  auto changes = inventory.changes_since(0);
  REQUIRE(changes);
  REQUIRE(changes->pods.size() == 2);
  CHECK(changes->pods[0]->uid == "uid-a");
  CHECK(changes->pods[1]->uid == "uid-b");
  const std::uint64_t version = inventory.changes().version();
  for (int time = 0; time < 2; ++time) {
    inventory.forget("uid-b");
    end(inventory, "b");
    live(inventory, "b");
  }
  changes = inventory.changes_since(version);
  CHECK(changes->gone.empty());
  REQUIRE(changes->pods.size() == 1);
  for (const char* name : {"b", "a"}) {
    inventory.forget(memory::Text{std::string{"uid-"} + name});
    end(inventory, name);
  }
  changes = inventory.changes_since(version);
  CHECK(changes->pods.empty());
  CHECK(uids(changes->gone) == std::vector<std::string>{"uid-a", "uid-b"});
  CHECK(inventory.changes_since(inventory.changes().version())->gone.empty());
}

TEST_CASE("of very many that went the first are not known any more, and who asks that far back must look himself") {
  Inventory inventory{no_scripts};
  live(inventory, "early");
  end(inventory, "early");
  const std::uint64_t early = inventory.changes().version();
  live(inventory, "late");
  end(inventory, "late");
  const std::uint64_t late = inventory.changes().version();
  // Forgotten in another order than they changed in.
  inventory.forget("uid-late");
  inventory.forget("uid-early");
  for (int number = 0; number < 1022; ++number) {
    const std::string name = fmt::format("{}", number);
    live(inventory, name);
    inventory.forget(memory::Text{"uid-" + name});
    end(inventory, name);
  }
  CHECK(inventory.changes_since(0));
  live(inventory, "one");
  inventory.forget("uid-one");
  end(inventory, "one");
  CHECK_FALSE(inventory.changes_since(late - 1));
  CHECK(inventory.changes_since(late));
  live(inventory, "two");
  inventory.forget("uid-two");
  end(inventory, "two");
  CHECK_FALSE(inventory.changes_since(early));
  CHECK_FALSE(inventory.changes_since(late - 1));
  CHECK(inventory.changes_since(late)->gone.size() == 1024);
  live(inventory, "three");
  inventory.forget("uid-three");
  end(inventory, "three");
  CHECK_FALSE(inventory.changes_since(late));
}

TEST_CASE("a change for all is heard, and grows the version, but is no pod's") {
  Inventory inventory{no_scripts};
  live(inventory, "web");
  std::vector<std::string> received;
  inventory.changes().subscribe([&received](const memory::Text& uid) { received.emplace_back(uid); });
  const std::uint64_t version = inventory.changes().version();
  inventory.changes().record_for_all();
  CHECK(inventory.changes().version() == version + 1);
  CHECK(inventory.changes_since(version)->pods.empty());
  CHECK(received == std::vector<std::string>{""});
}

TEST_CASE("a pod that goes leaves the others in the order of their changes") {
  Inventory inventory{no_scripts};
  PodEntry& a = live(inventory, "a");
  live(inventory, "b");
  PodEntry& c = live(inventory, "c");
  inventory.forget("uid-b");
  end(inventory, "b");
  const std::uint64_t version = inventory.changes().version();
  inventory.changes().record(a);
  REQUIRE(inventory.changes_since(version)->pods.size() == 1);
  inventory.changes().record(c);
  inventory.changes().record(a);
  const auto changes = inventory.changes_since(version);
  REQUIRE(changes->pods.size() == 2);
  CHECK(changes->pods[0] == &a);
  CHECK(inventory.changes_since(inventory.changes().version() - 1)->pods.size() == 1);
}

TEST_CASE("nobody can have seen a version that is still to come") {
  Inventory inventory{no_scripts};
  CHECK_THROWS_AS(static_cast<void>(inventory.changes_since(1)), InvariantViolation);
  live(inventory, "web");
  CHECK(inventory.changes_since(1));
}

}  // namespace podreel::runtime_fake
