#include "scenarios/fleet/placement.hpp"

#include <doctest/doctest.h>
#include <set>
#include <string>

#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

Cluster cluster_of(const std::string& text) {
  Loaded loaded = testing::loaded_fleet(text);
  REQUIRE(loaded.problems.empty());
  return loaded.fleet->clusters.front();
}

}  // namespace

TEST_CASE("replicas are spread over the nodes, DaemonSets have a pod on each") {
  const Cluster eu = testing::shop_fleet().fleet->clusters.front();
  const Placement placement{eu};
  CHECK(placement.placed() == std::vector<std::uint32_t>{24, 3, 1, 12});
  for (std::uint32_t node = 0; node < 12; ++node) {
    const std::vector<Replica>& pods = placement.pods_of(node);
    CHECK(pods.front() == Replica{3, node});
    CHECK(pods.size() >= 3);
    CHECK(pods.size() <= 4);
  }
}

TEST_CASE("what fits no node is counted") {
  const Cluster full =
      cluster_of(testing::small_fleet(2, testing::deployment("web", 10, "{containers: [{name: a, image: i}]}")));
  const Placement placement{full};
  CHECK(placement.placed().front() == 6);
  CHECK(placement.without_node() == std::vector<Replica>{{0, 6}, {0, 7}, {0, 8}, {0, 9}});
}

TEST_CASE("a node selector that no node fits leaves a workload without nodes") {
  const Cluster cluster = cluster_of(testing::small_fleet(
      2, testing::deployment("web", 2, "{nodeSelector: {disk: ssd}, containers: [{name: a, image: i}]}")));
  CHECK(Placement{cluster}.placed().front() == 0);
}

TEST_CASE("every replica has a name of its own") {
  Workload workload;
  workload.owner = Owner::replica_set;
  workload.kind = "Deployment";
  workload.name = "web";
  std::set<std::string> names;
  for (std::uint32_t ordinal = 0; ordinal < 20'000; ++ordinal) names.insert(pod_name(workload, ordinal));
  CHECK(names.size() == 20'000);
  workload.owner = Owner::stateful_set;
  CHECK(pod_name(workload, 7) == "web-7");
}

}  // namespace podreel::fleet
