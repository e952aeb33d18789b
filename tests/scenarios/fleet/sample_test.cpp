#include "scenarios/fleet/sample.hpp"

#include <doctest/doctest.h>
#include <numeric>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

const std::string seventeen_clusters = "scenarios/library/fleets/1.12-to-1.17-seventeen-clusters.yaml";

std::uint64_t pods_of(const Cluster& cluster) {
  return std::accumulate(cluster.workloads.begin(), cluster.workloads.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Workload& workload) { return sum + workload.replicas; });
}

}  // namespace

TEST_CASE("a sample of a large fleet has as many pods on a node as the fleet") {
  Loaded loaded = load({testing::source_path(seventeen_clusters).string()});
  REQUIRE(loaded.fleet);
  const std::string whole = loaded.fleet->fingerprint;
  take_sample(loaded, 8);
  REQUIRE(loaded.fleet->clusters.size() == 3);
  for (const Cluster& cluster : loaded.fleet->clusters) {
    CHECK(node_count(cluster) == 8);
    CHECK(pods_of(cluster) == 240);
  }
  CHECK(loaded.fleet->fingerprint != whole);
  CHECK(loaded.plans.size() == 6);
}

TEST_CASE("a sample that is as large as its fleet is the fleet") {
  Loaded loaded = testing::shop_fleet();
  const std::string whole = loaded.fleet->fingerprint;
  take_sample(loaded, 12);
  CHECK(node_count(*loaded.fleet) == 18);
  CHECK(loaded.fleet->fingerprint == whole);
  CHECK(pods_of(loaded.fleet->clusters.front()) == 29);
}

TEST_CASE("rare workloads and other clusters are left out of a sample") {
  Loaded loaded =
      testing::loaded_fleet(testing::small_fleet(9, testing::deployment("a", 1, testing::one_container_spec) + ", " +
                                                        testing::deployment("b", 1, testing::one_container_spec)) +
                            "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: p}\n"
                            "spec: {clusters: [c], node: [{at: 5s, startKubelet: {version: \"1.31\"}}]}\n");
  REQUIRE(loaded.fleet);
  loaded.fleet->clusters.resize(4, loaded.fleet->clusters.front());
  loaded.fleet->clusters.back().name = "d";
  loaded.plans.front().order = {"d", "c"};
  take_sample(loaded, 2);
  REQUIRE(loaded.fleet->clusters.front().workloads.size() == 1);
  CHECK(loaded.fleet->clusters.front().workloads.front().name == "a");
  CHECK(loaded.plans.front().order == std::vector<std::string>{"c"});
}

TEST_CASE("a text is loaded as a file is") {
  CHECK(load_texts({{"a.yaml", testing::small_fleet(1, "")}}).problems.empty());
  const Loaded wrong = load_texts({{"a.yaml", "kind: Pod"}});
  REQUIRE(!wrong.problems.empty());
  CHECK(wrong.problems.front().file == "a.yaml");
}

TEST_CASE("podreel fleet --sample replays a node of the sample, and takes no dumps") {
  using testing::run_podreel;
  const testing::CommandResult swap =
      run_podreel({"fleet", seventeen_clusters, "--plan", "swap", "--sample", "2", "--no-headers"});
  CHECK(swap.exit_code == 0);
  CHECK(swap.out.starts_with("plan swap: 6 of 6 nodes upgraded in "));
  CHECK(testing::has(swap.out, "360 of 360 containers restarted: definition changed 360\n"));
  const std::string replay = seventeen_clusters + " --sample 2 --plan swap --node large/workers-1 | podreel run -";
  CHECK(testing::has(swap.out, replay));
  CHECK(testing::run_shell("podreel fleet " + replay).exit_code == 0);
  const testing::CommandResult dump = run_podreel({"fleet", "--dump", "eu=tests/scenarios/fleet/dump/eu.json",
                                                   "scenarios/library/fleets/next-minor.yaml", "--sample", "2"});
  CHECK(dump.exit_code == 2);
  CHECK(testing::has(dump.err, "--sample: the pods of a dump have their nodes"));
  CHECK(run_podreel({"fleet", seventeen_clusters, "--sample", "0"}).exit_code == 2);
}

}  // namespace podreel::fleet
