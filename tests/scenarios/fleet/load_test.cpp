#include "scenarios/fleet/load.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

const std::string web = testing::deployment("web", 2, "{containers: [{name: app, image: \"web:1\"}]}");

/// All problems, a line each.
std::string problems_of(const std::string& text) {
  std::string lines;
  for (const api::Problem& problem : testing::loaded_fleet(text).problems) {
    lines += problem.path + ": " + problem.message + "\n";
  }
  return lines;
}

std::string plan(const std::string& spec) {
  return "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: p}\nspec: " + spec + "\n";
}

const std::string new_kubelet = "{node: [{at: 5s, startKubelet: {version: \"1.31\"}}]}";

}  // namespace

TEST_CASE("a fleet and its plans are read") {
  const Loaded loaded = testing::shop_fleet();
  REQUIRE(loaded.problems.empty());
  REQUIRE(loaded.fleet);
  REQUIRE(loaded.fleet->clusters.size() == 2);
  const Cluster& eu = loaded.fleet->clusters.front();
  CHECK(node_count(eu) == 12);
  CHECK(node_name(eu, 11) == "workers-11");
  REQUIRE(eu.workloads.size() == 4);
  CHECK(title(eu.workloads[0]) == "Deployment/shop/web");
  CHECK(eu.workloads[0].replicas == 24);
  CHECK(eu.workloads[1].owner == Owner::stateful_set);
  CHECK(eu.workloads[3].owner == Owner::daemon_set);
  REQUIRE(loaded.plans.size() == 4);
  CHECK(loaded.plans[1].canaries.nodes == 1);
  CHECK(loaded.plans[1].stop.restarted_percent == 2U);
  CHECK(loaded.plans[1].batch.of(12) == 3);
  CHECK_FALSE(loaded.plans[1].drain);
  CHECK(loaded.plans[3].drain);
  REQUIRE(eu.budgets.size() == 2);
  CHECK(title(eu.budgets[0]) == "shop/web");
  CHECK(eu.budgets[0].max_unavailable->of(24) == 3);
  CHECK(eu.budgets[1].min_available->of(3) == 2);
}

TEST_CASE("a workload is named, and its number leaves space for the name") {
  const auto pods = [](const std::string& name) {
    return problems_of(
        "{apiVersion: podreel.dev/v1alpha1, kind: Fleet, metadata: {name: f}, spec: {clusters: [{name: eu, "
        "nodePools: [{name: w, kubelet: {version: \"1.30\"}}], workloads: [{replicas: 10, manifest: {apiVersion: v1, "
        "kind: "
        "Pod, metadata: {" +
        name + "}, spec: {containers: [{name: a, image: i}]}}}]}]}}\n" + plan(new_kubelet));
  };
  const std::string longest =
      std::string(63, 'w') + "." + std::string(63, 'w') + "." + std::string(63, 'w') + "." + std::string(61, 'w');
  CHECK(pods("name: web").empty());
  CHECK(pods("name: " + longest).find(" has a pod named \"" + longest + "-9\", accepted: a DNS name: ") !=
        std::string::npos);
  CHECK(pods("").find("metadata.name: required, but missing") != std::string::npos);
}

TEST_CASE("several clusters and workloads alike are numbered") {
  const Loaded loaded = testing::loaded_fleet(
      "{apiVersion: podreel.dev/v1alpha1, kind: Fleet, metadata: {name: f}, spec: {clusters: [{name: eu, count: 17, "
      "nodePools: [{name: w, kubelet: {version: \"1.12\"}}], workloads: [{count: 200, manifest: {apiVersion: v1, kind: "
      "Pod, metadata: {name: web}, spec: {containers: [{name: a, image: i}]}}}]}]}}");
  REQUIRE(loaded.fleet);
  REQUIRE(loaded.fleet->clusters.size() == 17);
  CHECK(loaded.fleet->clusters.back().name == "eu-17");
  REQUIRE(loaded.fleet->clusters.back().workloads.size() == 200);
  CHECK(loaded.fleet->clusters.back().workloads.back().name == "web-200");
}

TEST_CASE("errors of a fleet are reported with their positions") {
  CHECK(problems_of("{apiVersion: podreel.dev/v1alpha1, kind: Fleet, metadata: {name: f}, spec: {clusters: [{name: c, "
                    "nodePool: []}]}}")
            .find("spec.clusters[0].nodePool: unknown field; did you mean \"nodePools\"?") != std::string::npos);
  CHECK(problems_of(testing::small_fleet(1, web + ", " + web)) ==
        "spec.clusters: cluster c has the duplicate workload Deployment/default/web\n");
  CHECK(problems_of("{apiVersion: v1, kind: Pod}") == "kind: found neither a Fleet nor a FleetPlan\n");
  CHECK(problems_of(plan(new_kubelet)) == ": found no Fleet, accepted: one\n");
}

TEST_CASE("copies of copies are not made beyond what a fleet may have") {
  const auto refused = [](const std::string& clusters) {
    return problems_of("{apiVersion: podreel.dev/v1alpha1, kind: Fleet, metadata: {name: f}, spec: {clusters: [" +
                       clusters + "]}}");
  };
  const std::string pod =
      "{count: 100000, manifest: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: a, "
      "image: i}]}}}";
  const std::string pools = "nodePools: [{name: w, kubelet: {version: \"1.30\"}}]";
  CHECK(refused("{name: c, count: 10000, " + pools + ", workloads: [" + pod + "]}") ==
        "spec.clusters: found more than 1000000 workloads in total\n");
  CHECK(refused("{name: c, count: 10000, " + pools + ", workloads: []}, {name: d, " + pools + ", workloads: []}") ==
        "spec.clusters: found more than 10000 clusters in total\n");
  std::string many = "nodePools: [";
  for (int pool = 0; pool < 6; ++pool) many += "{name: w" + std::to_string(pool) + ", kubelet: {version: \"1.30\"}},";
  CHECK(refused("{name: c, count: 10000, " + many + "], workloads: []}") ==
        "spec.clusters: found more than 50000 node pools in total\n");
}

TEST_CASE("a fleet that cannot be simulated is refused") {
  const std::string problems = problems_of(
      "{apiVersion: podreel.dev/v1alpha1, kind: Fleet, metadata: {name: f}, spec: {clusters: [{name: c, count: 1000, "
      "nodePools: [{name: nodes, count: 1000000, kubelet: {version: \"1.30\"}}], workloads: []}]}}");
  CHECK(problems == "spec.clusters: found 1000000000 nodes; accepted: at most 10000000\n");
}

TEST_CASE("a plan that drains nodes says how") {
  const std::string fleet = testing::small_fleet(2, web);
  const Loaded loaded = testing::loaded_fleet(
      fleet + plan("{drain: {gracePeriod: 1500ms, timeout: 5m, force: true}, node: [{at: 5s, startKubelet: {}}]}"));
  REQUIRE(loaded.problems.empty());
  const Drain& drain = *loaded.plans.front().drain;
  CHECK(drain.grace_period_seconds == 2);
  CHECK(drain.timeout == std::chrono::minutes{5});
  CHECK(drain.force);
  CHECK_FALSE(drain.delete_empty_dir_data);
  CHECK_FALSE(drain.disable_eviction);
  CHECK(problems_of(fleet + plan("{drain: {}, node: [{at: 5s, startKubelet: {}}], watch: 2m}")) ==
        "spec.watch: not accepted with `drain`: a drained node is observed until its pods are ready elsewhere, at most "
        "for `recovery`\n");
  CHECK(problems_of(fleet + plan("{drain: {}, node: [{at: 11m, startKubelet: {}}]}")) ==
        "spec.recovery: 10m is not after the last step of a node, which is at 11m\n");
  CHECK(problems_of(fleet + plan("{drain: {}, node: []}")) ==
        "spec.node: no kubelet runs after the last step; a kubelet must run when the node is uncordoned\n");
  CHECK(problems_of(fleet + plan("{drain: {graceperiod: 1s}, node: [{at: 5s, startKubelet: {}}]}"))
            .find("did you mean \"gracePeriod\"?") != std::string::npos);
}

TEST_CASE("a plan in which the masters come first says what happens to them") {
  const std::string fleet = testing::small_fleet(2, web);
  const Loaded loaded =
      testing::loaded_fleet(fleet + testing::masters_plan("") + "  rollBack: [{at: 0s, stopKubelet: {}}]\n");
  REQUIRE(loaded.problems.empty());
  const Plan& first = loaded.plans.front();
  REQUIRE(first.masters);
  CHECK(first.masters->watched_for == std::chrono::minutes{10});
  REQUIRE(first.masters->steps.steps.size() == 1);
  CHECK(first.masters->steps.steps.front().at == std::chrono::seconds{1});
  CHECK(first.stages() == std::vector<Stage>{Stage::masters, Stage::turn});
  CHECK(testing::loaded_fleet(fleet + plan(new_kubelet)).plans.front().stages() == std::vector<Stage>{Stage::turn});
}

TEST_CASE("what the masters cannot do is refused with its place") {
  const std::string fleet = testing::small_fleet(2, web);
  const auto refused = [&fleet](const std::string& masters, const std::string& more = "") {
    return problems_of(
        fleet + plan("{masters: " + masters + ", node: [{at: 5s, startKubelet: {version: \"1.31\"}}]" + more + "}"));
  };
  const std::string upgrade = "{steps: [{at: 0s, upgradeApiServer: {version: \"1.33\"}}]";
  CHECK(refused(upgrade + "}").empty());
  CHECK(refused("{steps: []}") == "spec.masters.steps: found an empty list, accepted: at least one step\n");
  CHECK(refused("{watchedFor: 5m}") ==
        "spec.masters.steps: required, but missing: steps of the API server. All nodes of the cluster see "
        "them at once, with their old kubelets\n");
  for (const char* action : {"stopKubelet: {}", "deletePod: {name: web}", "taintNode: {key: a, effect: NoSchedule}"}) {
    CAPTURE(action);
    CHECK(refused("{steps: [{at: 1s, " + std::string{action} + "}]}")
              .find("unknown field, accepted: at, upgradeApiServer, stopApiServer, startApiServer") !=
          std::string::npos);
  }
  CHECK(
      refused("{steps: [{at: 1s, upgradeApiServr: {version: \"1.33\"}}]}").find("did you mean \"upgradeApiServer\"?") !=
      std::string::npos);
  CHECK(refused(upgrade + ", watchedFor: 0s}").find("spec.masters.watchedFor: ") == 0);
  CHECK(refused("{watchedFor: 1m, steps: [{at: 1m, stopApiServer: {}}]}") ==
        "spec.masters.steps[0]: at 1m, which is after the upgrade of the masters: they are watched for 1m\n");
  CHECK(refused("{steps: [{at: 5s, stopApiServer: {}}, {at: 1s, startApiServer: {}}]}") ==
        "spec.masters.steps[1]: the API server already runs at this time; add stopApiServer before this step\n");
  CHECK(refused("{steps: [{at: 5s, startApiServer: {}}, {at: 1s, stopApiServer: {}}]}").empty());
  CHECK(refused(upgrade + ", watchedFor: 87672h}") ==
        "spec.masters: the upgrade of the masters and of a node takes more than 87672h, the maximum\n");
  CHECK(refused(upgrade + ", watchedFor: 87672h1ns}").find("spec.masters.watchedFor: ") == 0);
}

TEST_CASE("what nodes' steps do is judged by the API server that the masters' have left") {
  const std::string fleet = testing::small_fleet(2, web);
  const auto refused = [&fleet](const std::string& node, const std::string& more = "") {
    return problems_of(fleet +
                       plan("{masters: {steps: [{at: 0s, stopApiServer: {}}]}, node: [{at: 1s, startKubelet: {}}" +
                            node + "]" + more + "}"));
  };
  CHECK(refused("").empty());
  CHECK(refused(", {at: 2s, startApiServer: {}}").empty());
  CHECK(refused(", {at: 2s, stopApiServer: {}}") ==
        "spec.node[1]: the API server is down at this time; add startApiServer before this step\n");
  CHECK(refused(", {at: 2s, startApiServer: {}}", ", rollBack: [{at: 0s, startApiServer: {}}]") ==
        "spec.rollBack[0]: the API server already runs at this time; add stopApiServer before this step\n");
  CHECK(refused("", ", drain: {}") ==
        "spec.masters.steps: the API server does not run after the last step; it must run when nodes are drained\n");
}

TEST_CASE("disruption budgets are checked as strictly as the fleet") {
  const auto found = [](const std::string& budget) {
    return problems_of(testing::small_fleet(2, web) + testing::budgets(budget) + plan(new_kubelet));
  };
  CHECK(found(testing::budget("x", "minAvailable: 1")).empty());
  CHECK(found(testing::budget("x", "minAvailable: 101%")).find("a percentage from 0% to 100%") != std::string::npos);
  CHECK(found(testing::budget("x", "minAvailable: 1, maxUnavailable: 1")).find("maxUnavailable") != std::string::npos);
  CHECK(found(testing::budget("x", "minAvailabel: 1")).find("did you mean \"minAvailable\"?") != std::string::npos);
  CHECK(found(testing::budget("x", "minAvailable: 1") + ", " + testing::budget("x", "minAvailable: 1"))
            .find("cluster c has the duplicate PodDisruptionBudget default/keep-x") != std::string::npos);
  CHECK(found("{apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {minAvailable: 1}}")
            .find("policy/v1") != std::string::npos);
}

TEST_CASE("budgets that come to nothing are warned of") {
  const std::string fleet = testing::small_fleet(2, web);
  const auto warnings = [](const std::string& text) {
    std::string lines;
    for (const api::Problem& warning : testing::loaded_fleet(text).warnings) lines += warning.message + "\n";
    return lines;
  };
  CHECK(warnings(fleet + testing::budgets(testing::budget("other", "minAvailable: 1")) + testing::drain_plan("{}")) ==
        "the PodDisruptionBudget default/keep-other of cluster c matches no workload\n");
  CHECK(warnings(fleet + testing::budgets(testing::budget("x", "minAvailable: 1")) + plan(new_kubelet)) ==
        "podDisruptionBudgets have no effect, because no plan drains nodes\n");
}

TEST_CASE("plans that contradict themselves or their fleet are refused") {
  const std::string fleet = testing::small_fleet(2, web);
  CHECK(problems_of(fleet + plan(new_kubelet)).empty());
  CHECK(problems_of(fleet + plan("{node: [{at: 2m, startKubelet: {}}]}")) ==
        "spec.watch: 1m is not after the last step of a node, which is at 2m\n");
  CHECK(problems_of(fleet + plan("{node: [], clusters: [d]}")) ==
        "spec.clusters: found the unknown cluster d, accepted: c\n");
  CHECK(problems_of(fleet + plan("{node: [], clusters: [c, c]}")) == "spec.clusters: duplicate cluster c\n");
  CHECK(problems_of(fleet + plan("{node: [], watch: 2m, recovery: 1m}")) ==
        "spec.recovery: `recovery` must not be shorter than `watch`\n");
  CHECK(problems_of(fleet + plan("{node: [{at: 1s, deletePod: {name: web}}]}"))
            .find("deletePod acts on a pod; a plan accepts only steps that act on nodes, whose pods differ") !=
        std::string::npos);
  CHECK(problems_of(fleet + plan("{node: [{at: 1s, stopKubelet: {}}]}")).find("the kubelet does not run") !=
        std::string::npos);
  CHECK(problems_of(fleet + plan("{node: [], batch: 0%}")).find("a percentage from 1% to 100%") != std::string::npos);
  CHECK(problems_of(fleet + plan("{node: [], canaries: {}}"))
            .find("found no canaries; accepted: `nodes`, or `nodePool`, `zone` or `selector`") != std::string::npos);
  for (const char* selector : {"7", "''", "'in in'"}) {
    CHECK(problems_of(fleet + plan("{node: [], canaries: {selector: " + std::string{selector} + "}}"))
              .find("a label selector, such as 'canary=true,tier in (web,api)'") != std::string::npos);
  }
}

TEST_CASE("the steps of a node and of its roll-back begin without a kubelet, whether or not they stop it") {
  const std::string fleet = testing::small_fleet(2, web);
  const auto actions_of = [&fleet](const std::string& first) {
    const std::string steps = "[" + first + "{at: 5s, startKubelet: {version: \"1.31\"}}]";
    const Loaded loaded = testing::loaded_fleet(fleet + plan("{node: " + steps + ", rollBack: " + steps + "}"));
    REQUIRE(loaded.problems.empty());
    std::string names;
    for (const NodeSteps* list : {&loaded.plans.front().node, &loaded.plans.front().roll_back}) {
      for (const format::Step& step : list->steps) names += std::string{step.action->name()} + " ";
      names += "| ";
    }
    return names;
  };
  CHECK(actions_of("{at: 0s, stopKubelet: {}}, ") == "startKubelet | stopKubelet startKubelet | ");
  CHECK(actions_of("") == "startKubelet | stopKubelet startKubelet | ");
}

}  // namespace podreel::fleet
