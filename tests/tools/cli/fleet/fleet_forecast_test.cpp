// `podreel fleet --dump` and `podreel upgrade` answer alike for the same dump.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/kubectl_dump.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::CommandResult;
using testing::dumped_node;
using testing::dumped_pod;
using testing::has;
using testing::ScratchFolder;

json mirror_pod(const std::string& name, const std::string& node, const std::string& uid) {
  json pod = dumped_pod(name, node);
  pod["metadata"]["namespace"] = "kube-system";
  pod["metadata"]["annotations"]["kubernetes.io/config.mirror"] = uid;
  return pod;
}

/// Its sidecar is older than its kubelet.
json pod_with_old_sidecar(const std::string& name, const std::string& node) {
  json pod = dumped_pod(name, node, "ReplicaSet", "web-5d4");
  pod["spec"]["initContainers"] = {{{"name", "proxy"}, {"image", "p:1"}, {"restartPolicy", "Always"}}};
  pod["status"]["initContainerStatuses"] = {
      {{"name", "proxy"}, {"state", {{"running", {{"startedAt", "2026-10-01T09:00:10Z"}}}}}}};
  const json status = {{"name", "app"},
                       {"restartCount", 1},
                       {"state", {{"running", {{"startedAt", "2026-10-11T09:00:10Z"}}}}},
                       {"lastState", {{"terminated", {{"exitCode", 137}, {"finishedAt", "2026-10-11T09:00:09Z"}}}}}};
  pod["status"]["containerStatuses"] = json::array({status});
  return pod;
}

/// A plan that starts kubelets of that release.
std::string plan_to(const std::string& release) {
  return fmt::format(
      "apiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {{name: p}}\nspec: {{node: [{{at: 5s, "
      "startKubelet: {{version: \"{}\"}}}}]}}\n",
      release);
}

struct Answers {
  json fleet;
  /// Of all kubelets together.
  std::map<std::string, int> upgrade_totals;
  std::map<std::string, int> upgrade_causes;
  std::string fleet_text;
};

Answers answers_for(const std::vector<json>& objects, const std::string& release) {
  const ScratchFolder folder;
  const std::string dump = folder / "eu.json";
  const std::string plan = folder / "plan.yaml";
  std::ofstream{dump} << testing::printed_list(objects);
  std::ofstream{plan} << plan_to(release);
  Answers answers;
  const CommandResult fleet = testing::run_podreel({"fleet", "--dump", "eu=" + dump, plan, "-o", "json"});
  CAPTURE(fleet.err);
  answers.fleet = json::parse(fleet.out).at("plans").at(0).at("clusters").at(0).at("forecast");
  answers.fleet_text = testing::run_podreel({"fleet", "--dump", "eu=" + dump, plan}).out;
  const CommandResult upgrade = testing::run_podreel({"upgrade", "--to", release, "-f", dump, "-o", "json"});
  CAPTURE(upgrade.err);
  const json document = json::parse(upgrade.out);
  for (const json& each : document.at("upgrades")) {
    const json& totals = each.at("totals");
    for (const char* name : {"restarting", "containers", "mayRestart"}) {
      answers.upgrade_totals[name] += totals.at(name).get<int>();
    }
    for (const json& cause : totals.at("causes")) {
      const char* count = cause.contains("mayRestart") ? "mayRestart" : "restarting";
      answers.upgrade_causes[cause.at("rule").get<std::string>()] += cause.at(count).get<int>();
    }
  }
  return answers;
}

void check_alike(const Answers& answers) {
  for (const auto& total : answers.upgrade_totals) {
    CAPTURE(total.first);
    CHECK(answers.fleet.at(total.first) == total.second);
  }
  std::map<std::string, int> causes;
  for (const char* list : {"causes", "possibleCauses"}) {
    for (const json& cause : answers.fleet.at(list)) {
      causes[cause.at("because").get<std::string>()] += cause.at("containers").get<int>();
    }
  }
  CHECK(causes == answers.upgrade_causes);
}

}  // namespace

TEST_CASE("a fleet of a dump has the static pods, the containers that may restart and the counts of the upgrade") {
  const std::vector<json> old_nodes{dumped_node("a", "v1.30.4"), dumped_node("b", "v1.30.9")};
  const std::vector<json> newer_nodes{dumped_node("a", "v1.31.4"), dumped_node("b", "v1.30.4")};
  const std::vector<json> pods{mirror_pod("etcd-a", "a", std::string(32, 'a')), mirror_pod("etcd-b", "b", "9a1b"),
                               dumped_pod("web-5d4-x", "b", "ReplicaSet", "web-5d4"),
                               pod_with_old_sidecar("web-5d4-y", "a")};
  for (const std::vector<json>& nodes : {old_nodes, newer_nodes}) {
    for (const char* release : {"1.30", "1.31", "1.32", "1.33"}) {
      CAPTURE(release);
      std::vector<json> objects = nodes;
      objects.insert(objects.end(), pods.begin(), pods.end());
      check_alike(answers_for(objects, release));
    }
  }
}

TEST_CASE("the report of a plan says which containers may restart, and why static pods are replaced") {
  const Answers hop = answers_for({dumped_node("a", "v1.31.4"), pod_with_old_sidecar("web-5d4-y", "a")}, "1.32");
  CHECK(hop.fleet.at("mayRestart") == 1);
  CHECK(has(hop.fleet_text,
            "forecast for eu: 1 container may restart because its hash may be that of 1.30 or older: 1.31 restarts no "
            "changed sidecars\n"));
  const Answers replaced =
      answers_for({dumped_node("a", "v1.30.4"), mirror_pod("etcd-a", "a", std::string(32, 'a'))}, "1.31");
  CHECK(replaced.fleet.at("staticPodCauses").size() == 1);
  CHECK(has(replaced.fleet_text, "forecast for eu: 1 container of a replaced static pod restarts because "));
}

}  // namespace podreel
