#include "scenarios/fleet/scheduler.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

/// Zone a has two nodes, zone b one, with room for so many pods each.
Cluster zones(int pods, const std::string& workloads) {
  const std::string text =
      "{apiVersion: podreel.dev/v1alpha1, kind: Fleet, metadata: {name: f}, spec: {clusters: [{name: c, nodePools: ["
      "{name: a, count: 2, kubelet: {version: '1.30'}, labels: {topology.kubernetes.io/zone: a}, allocatable: {pods: "
      "'" +
      std::to_string(pods) +
      "'}}, {name: b, kubelet: {version: '1.30'}, labels: {topology.kubernetes.io/zone: b}, allocatable: {pods: '" +
      std::to_string(pods) + "'}}], workloads: [" + workloads + "]}]}}";
  Loaded loaded = testing::loaded_fleet(text);
  REQUIRE(loaded.problems.empty());
  return loaded.fleet->clusters.front();
}

/// Places pods until there is no room, at most `maximum`.
std::vector<std::uint32_t> placed(Scheduler& scheduler, std::uint32_t workload, int maximum) {
  std::vector<std::uint32_t> nodes;
  for (; maximum > 0; --maximum) {
    const std::optional<std::uint32_t> node = scheduler.node_for(workload);
    if (!node) break;
    scheduler.add(workload, *node);
    nodes.push_back(*node);
  }
  return nodes;
}

using Nodes = std::vector<std::uint32_t>;

const std::string containers = "containers: [{name: a, image: i}]";

}  // namespace

TEST_CASE("pods are spread over zones first, then over nodes") {
  const Cluster cluster = zones(10, testing::deployment("web", 1, "{" + containers + "}"));
  Scheduler scheduler{cluster};
  CHECK(placed(scheduler, 0, 5) == Nodes{0, 2, 1, 2, 0});
}

TEST_CASE("a cordoned node gets no pods until it is uncordoned") {
  const Cluster cluster = zones(1, testing::deployment("web", 1, "{" + containers + "}"));
  Scheduler scheduler{cluster};
  scheduler.cordon(2, true);
  CHECK(placed(scheduler, 0, 5) == Nodes{0, 1});
  scheduler.cordon(2, false);
  CHECK(placed(scheduler, 0, 5) == Nodes{2});
}

TEST_CASE("a node that is cordoned from the start gets no pods until it is uncordoned") {
  Cluster cluster = zones(1, testing::deployment("web", 1, "{" + containers + "}"));
  cluster.pools.front().are_cordoned = true;
  Scheduler scheduler{cluster};
  CHECK(placed(scheduler, 0, 5) == Nodes{2});
  scheduler.cordon(0, false);
  CHECK(placed(scheduler, 0, 5) == Nodes{0});
}

TEST_CASE("a pod that goes makes room") {
  const Cluster cluster = zones(1, testing::deployment("web", 1, "{" + containers + "}"));
  Scheduler scheduler{cluster};
  CHECK(placed(scheduler, 0, 5).size() == 3);
  scheduler.remove(0, 1);
  CHECK(placed(scheduler, 0, 5) == Nodes{1});
}

TEST_CASE("extended resources are on nodes that report them only, and are taken and freed") {
  const std::string text =
      "{apiVersion: podreel.dev/v1alpha1, kind: Fleet, metadata: {name: f}, spec: {clusters: [{name: c, nodePools: ["
      "{name: plain, kubelet: {version: '1.30'}, allocatable: {pods: '9'}}, {name: gpu, kubelet: {version: '1.30'}, "
      "allocatable: {pods: '9', nvidia.com/gpu: '8', ephemeral-storage: 10Gi}}], workloads: [" +
      testing::deployment("train", 1,
                          "{containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: '4'}}}]}") +
      ", " +
      testing::deployment("disk", 1,
                          "{containers: [{name: a, image: i, resources: {requests: {ephemeral-storage: 6Gi}}}]}") +
      "]}]}}";
  Loaded loaded = testing::loaded_fleet(text);
  REQUIRE(loaded.problems.empty());
  Scheduler scheduler{loaded.fleet->clusters.front()};
  CHECK(placed(scheduler, 0, 5) == Nodes{1, 1});
  scheduler.remove(0, 1);
  CHECK(placed(scheduler, 0, 5) == Nodes{1});
  CHECK(placed(scheduler, 1, 6) == Nodes{0, 0, 0, 1, 0, 0});
}

TEST_CASE("a node that reports no resources has enough of everything but extended resources and hugepages") {
  const auto fits = [](const std::string& resource) {
    const std::string container = "{name: a, image: i, resources: {requests: {cpu: '1'}, limits: {" + resource + "}}}";
    Loaded loaded = testing::loaded_fleet(
        "{apiVersion: podreel.dev/v1alpha1, kind: Fleet, metadata: {name: f}, spec: {clusters: [{name: c, nodePools: "
        "[{name: plain, kubelet: {version: '1.30'}}], workloads: [" +
        testing::deployment("web", 1, "{containers: [" + container + "]}") + "]}]}}");
    REQUIRE(loaded.problems.empty());
    return Scheduler{loaded.fleet->clusters.front()}.fits(0, 0);
  };
  CHECK(fits("memory: 900Gi"));
  CHECK(fits("ephemeral-storage: 900Gi"));
  CHECK_FALSE(fits("nvidia.com/gpu: '1'"));
  CHECK_FALSE(fits("hugepages-2Mi: 4Mi"));
}

TEST_CASE("a spread constraint ignores pods that are being deleted, which keep their room") {
  for (const std::string& key : {std::string{"kubernetes.io/hostname"}, std::string{"topology.kubernetes.io/zone"}}) {
    CAPTURE(key);
    const Cluster cluster = zones(
        2, testing::deployment("web", 1,
                               "{" + containers + ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: " + key +
                                   ", whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: x}}}]}"));
    Scheduler scheduler{cluster};
    scheduler.add(0, 0);
    scheduler.add(0, 1);
    scheduler.add(0, 2);
    if (key != "kubernetes.io/hostname") scheduler.remove(0, 1);
    CHECK(scheduler.fits(0, 0));
    scheduler.cordon(2, true);
    scheduler.count_deleted(0, 2, 1);
    CHECK_FALSE(scheduler.node_for(0));
    scheduler.count_deleted(0, 2, -1);
    CHECK(scheduler.node_for(0) == (key == "kubernetes.io/hostname" ? 0U : 1U));
  }
}

TEST_CASE("required anti-affinity keeps pods from one node, and from one zone") {
  const auto apart = [](const std::string& key) {
    return "{" + containers +
           ", affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: " + key +
           ", labelSelector: {matchLabels: {app: x}}}]}}}";
  };
  const Cluster by_node = zones(10, testing::deployment("web", 1, apart("kubernetes.io/hostname")));
  Scheduler nodes{by_node};
  CHECK(placed(nodes, 0, 5) == Nodes{0, 2, 1});
  const Cluster by_zone = zones(10, testing::deployment("web", 1, apart("topology.kubernetes.io/zone")));
  Scheduler of_zones{by_zone};
  CHECK(placed(of_zones, 0, 5) == Nodes{0, 2});
}

TEST_CASE("who is not wanted beside a pod is not put there either") {
  const Cluster cluster =
      zones(10, testing::deployment(
                    "web", 1,
                    "{" + containers +
                        ", affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                        "[{topologyKey: topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: x}}}]}}}") +
                    ", " + testing::deployment("db", 1, "{" + containers + "}"));
  Scheduler scheduler{cluster};
  CHECK(placed(scheduler, 0, 1) == Nodes{0});
  CHECK(placed(scheduler, 1, 3) == Nodes{2, 2, 2});
}

TEST_CASE("a spread constraint keeps zones level, even if that leaves pods without a node") {
  const Cluster cluster = zones(
      2, testing::deployment("web", 1,
                             "{" + containers +
                                 ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, "
                                 "whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: x}}}]}"));
  Scheduler scheduler{cluster};
  CHECK(placed(scheduler, 0, 9) == Nodes{0, 2, 1, 2, 0});
}

TEST_CASE("what the simulated scheduler ignores is warned of, once for each workload") {
  const std::string text = testing::small_fleet(
      2, testing::deployment("web", 1,
                             "{" + containers +
                                 ", affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                                 "[{topologyKey: rack, labelSelector: {}}]}}, topologySpreadConstraints: [{maxSkew: 1, "
                                 "topologyKey: rack, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]}"));
  const Loaded loaded = testing::loaded_fleet(text);
  REQUIRE(loaded.problems.empty());
  REQUIRE(loaded.warnings.size() == 1);
  CHECK(loaded.warnings.front().message ==
        "the simulated scheduler ignores spec.affinity.podAffinity, spec.topologySpreadConstraints by rack of "
        "Deployment/default/web");
}

}  // namespace podreel::fleet
