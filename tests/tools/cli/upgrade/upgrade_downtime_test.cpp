// `podreel upgrade --downtime`: how long workloads are down, with startup times from their pods.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/kubectl_dump.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::CommandResult;
using testing::dumped_node;
using testing::dumped_pod;
using testing::has;
using testing::printed_list;

/// It was ready `seconds` after its container had started.
json slow_pod(const std::string& name, const std::string& node, int seconds) {
  json pod = dumped_pod(name, node, "ReplicaSet", "web-5d4");
  pod["spec"]["containers"][0]["readinessProbe"] = {{"httpGet", {{"port", 80}}}, {"periodSeconds", 2}};
  const std::string minute = seconds >= 60 ? "01" : "00";
  const std::string second = std::to_string(seconds % 60);
  const std::string ready = "2026-10-01T08:" + minute + ":" + (second.size() < 2 ? "0" : "") + second + "Z";
  pod["status"]["conditions"] = {{{"type", "Ready"}, {"status", "True"}, {"lastTransitionTime", ready}}};
  pod["status"]["containerStatuses"] = {
      {{"name", "app"}, {"image", "web:1"}, {"state", {{"running", {{"startedAt", "2026-10-01T08:00:00Z"}}}}}}};
  return pod;
}

json web_budget() {
  return {{"apiVersion", "policy/v1"},
          {"kind", "PodDisruptionBudget"},
          {"metadata", {{"name", "web"}, {"namespace", "shop"}}},
          {"spec", {{"maxUnavailable", 1}, {"selector", {{"matchLabels", {{"app", "web"}}}}}}}};
}

const json node_a = dumped_node("a", "v1.30.4");
const json node_b = dumped_node("b", "v1.30.4");

CommandResult downtime_of_dump(const std::vector<json>& objects, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"upgrade", "--to", "1.31", "--downtime", "-f", "-"});
  return testing::run_podreel(arguments, {.standard_input = printed_list(objects)});
}

}  // namespace

TEST_CASE("replicas of one node are down together for as long as they took to be ready, whatever their budget allows") {
  const std::vector<json> cluster{node_a,
                                  node_b,
                                  slow_pod("web-5d4-x", "a", 40),
                                  slow_pod("web-5d4-y", "a", 40),
                                  slow_pod("web-5d4-z", "a", 42),
                                  web_budget()};
  const CommandResult result = downtime_of_dump(cluster);
  CAPTURE(result.out);
  CAPTURE(result.err);
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "Deployment/shop/web   3 of 3 replicas down for "));
  CHECK(has(result.out, "PDB allows 1"));
  CHECK(has(result.out, "1 of 3 replicas down for "));
  CHECK(has(result.out, "1 workload: startup times are taken"));
  CHECK(result.out.starts_with(
      "3 of 3 containers in 1 workload on 1 node restart; 1 workload has no ready replica for "));
  const json document = json::parse(downtime_of_dump(cluster, {"-o", "json"}).out).at("downtime");
  const json& web = document.at("workloads").at(0);
  CHECK(web.at("startTimes") == "inferred");
  CHECK(web.at("budgetAllows") == 1);
  CHECK(web.at("inPlace").at("maxDown") == 3);
  CHECK(web.at("inPlace").at("withoutReadySeconds").get<double>() > 36);
  CHECK(web.at("inPlace").at("withoutReadySeconds").get<double>() < 46);
  CHECK(web.at("drained").at("maxDown") == 1);
}

TEST_CASE("times that do not belong together are not learnt from") {
  json flapping = slow_pod("web-5d4-x", "a", 40);
  flapping["status"]["conditions"][0]["lastTransitionTime"] = "2026-10-03T08:00:00Z";
  const CommandResult result = downtime_of_dump({node_a, flapping});
  CHECK_FALSE(has(result.out, "startup times are taken"));
  CHECK(has(result.out, "1 workload: startup times are unknown, so probes are assumed to succeed at once."));
}

TEST_CASE("a pod that nobody keeps cannot be drained, and goes on where it is swapped") {
  const CommandResult result = downtime_of_dump({node_a, node_b, dumped_pod("alone", "a")});
  CHECK(has(result.out, "Pod/shop/alone"));
  CHECK(has(result.out, "1 of 1 replica restarts, start time unknown"));
  CHECK(has(result.out, "1 node cannot be drained, and so not upgraded; the first is a: "));
}

TEST_CASE("a pod whose replacement fits no node is lost, and never ready again") {
  json gpu_node = node_a;
  gpu_node["status"]["allocatable"] = {{"pods", "10"}, {"cpu", "8"}, {"memory", "8Gi"}, {"nvidia.com/gpu", "8"}};
  json other = node_b;
  other["status"]["allocatable"] = {{"pods", "10"}, {"cpu", "8"}, {"memory", "8Gi"}};
  json pod = dumped_pod("train-5d4-x", "b", "ReplicaSet", "train-5d4");
  pod["spec"]["containers"][0]["resources"] = {{"requests", {{"nvidia.com/gpu", "8"}}},
                                               {"limits", {{"nvidia.com/gpu", "8"}}}};
  pod["spec"]["volumes"].push_back({{"name", "d"}, {"persistentVolumeClaim", {{"claimName", "d"}}}});
  json taken = pod;
  taken["metadata"]["name"] = "train-5d4-y";
  taken["metadata"]["uid"] = "another";
  taken["spec"]["nodeName"] = "a";
  const CommandResult result = downtime_of_dump({gpu_node, other, pod, taken});
  CAPTURE(result.out);
  CHECK(has(result.out, "2 replicas down, 1 never ready again"));
  CHECK(has(result.out, "Draining loses 1 pod: no node accepts a replacement."));
  CHECK(has(result.out, "1 workload uses PersistentVolumeClaims: detaching and attaching volumes is not simulated"));
  const json drained = json::parse(downtime_of_dump({gpu_node, other, pod, taken}, {"-o", "json"}).out).at("downtime");
  CHECK(drained.at("lost") == 1);
}

TEST_CASE("downtime needs nodes, and one swap") {
  const CommandResult no_nodes = testing::run_podreel(
      {"upgrade", "--from", "1.30", "--to", "1.31", "--downtime", "-f", "-"},
      {.standard_input = "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i}]}\n"});
  CHECK(no_nodes.exit_code == 2);
  CHECK(has(no_nodes.err, "--downtime needs the nodes that pods are on: kubectl get nodes,pods,pdb -A -o json"));
  CHECK(testing::run_podreel({"upgrade", "--path", "1.30,1.31", "--downtime", "-f", "-"}).exit_code == 2);
}

TEST_CASE("lists of the page end after --top rows, in natural order, and say how many follow") {
  std::vector<json> objects;
  for (int number = 1; number <= 12; ++number) {
    const std::string node = "n-" + std::to_string(number);
    objects.push_back(dumped_node(node, "v1.30.4"));
    objects.push_back(dumped_pod("db-" + std::to_string(number), node, "StatefulSet", "db" + std::to_string(number)));
  }
  const auto page = [&objects](const std::string& top) {
    return testing::run_podreel({"upgrade", "--to", "1.31", "-o", "markdown", "--top", top, "-f", "-"},
                                {.standard_input = printed_list(objects)})
        .out;
  };
  const std::string first = page("10");
  CHECK(first.find("| n-9 |") < first.find("| n-10 |"));
  CHECK_FALSE(has(first, "| n-11 |"));
  CHECK(has(first, "- 2 rows more; --top 0 lists all"));
  CHECK(has(page("0"), "| n-12 |"));
}

TEST_CASE("the page for the change ticket is Markdown or HTML, with everything as plain text") {
  json strange = slow_pod("web-5d4-x", "a", 40);
  strange["metadata"]["namespace"] = "shop";
  json evil = node_a;
  evil["status"]["nodeInfo"]["kubeletVersion"] = "v1.30.4-<script>|x";
  const CommandResult markdown = downtime_of_dump({evil, strange}, {"-o", "markdown"});
  CHECK(markdown.exit_code == 1);
  CHECK(markdown.out.starts_with("# Kubelet upgrade to 1.31: predicted restarts\n"));
  CHECK(
      has(markdown.out, "\n\n1 of 1 container in 1 workload on 1 node restarts; 1 workload has no ready replica for "));
  CHECK(has(markdown.out, "## To decide\n\n- 1 workload with one replica, which restarts: Deployment/shop/web\n"));
  CHECK(has(markdown.out, "| 1 | restart | 1.31 hashes only name and image |"));
  CHECK(has(markdown.out,
            "- Upstream: [kubernetes/kubernetes\\#124220](https://github.com/kubernetes/kubernetes/pull/124220): 1.31 "
            "hashes only name and image"));
  CHECK(has(markdown.out, "- Command: podreel upgrade --to 1.31 --downtime -f -"));
  CHECK(has(markdown.out, "1 node has a vendor's kubelet, which is treated as its upstream release"));
  CHECK(has(markdown.out, "## Downtime\n"));
  CHECK(has(markdown.out, "| Workload | In place | Budget | Drained | Startup times |\n| --- |"));
  CHECK(has(markdown.out, "v1.30.4-\\<script\\>\\|x"));
  const CommandResult html = downtime_of_dump({evil, strange}, {"-o", "html"});
  CHECK(html.out.starts_with("<!doctype html>\n"));
  CHECK(html.out.ends_with("</html>\n"));
  CHECK(has(html.out, "v1.30.4-&lt;script&gt;|x"));
  CHECK_FALSE(has(html.out, "<script"));
  CHECK(has(html.out, "<a href=\"https://github.com/kubernetes/kubernetes/pull/124220\">"));
  CHECK_FALSE(has(html.out, "src="));
}

TEST_CASE("a workload that stays has no downtime in place, and a DaemonSet is not drained") {
  const CommandResult stays = downtime_of_dump(
      {dumped_node("a", "v1.31.2"), dumped_node("b", "v1.31.2"), dumped_pod("logs-x", "a", "DaemonSet", "logs")});
  CAPTURE(stays.out);
  CHECK(stays.out.starts_with("0 of 1 container restart.\n"));
  CHECK_FALSE(has(stays.out, "DOWNTIME"));
  CHECK(has(stays.out, "1 workload not interrupted in either case."));
  const CommandResult daemon = downtime_of_dump({node_a, node_b, dumped_pod("logs-x", "a", "DaemonSet", "logs")});
  CHECK(has(daemon.out, "(not drained: in place)"));
  const CommandResult moved = downtime_of_dump({node_a, node_b, dumped_pod("web-5d4-x", "a", "ReplicaSet", "web-5d4")});
  CHECK(has(moved.out, "1 of 1 replica moves, start time unknown"));
}

TEST_CASE("the page names its date, origin, assumptions, evidence and the way back, and all that standard error says") {
  const CommandResult page =
      testing::run_podreel({"upgrade", "--to", "1.30", "-o", "markdown", "--date", "2026-11-27", "-f", "-"},
                           {.standard_input = printed_list({dumped_node("a", "v1.31.2-eks-1"), dumped_pod("p", "a")})});
  CAPTURE(page.out);
  CHECK(has(page.out, "- Date: 2026-11-27\n- Cluster: 1 node from standard input\n- Forecast by podreel "));
  CHECK(has(page.err, "1.31.2 to 1.30 is a downgrade"));
  CHECK(has(page.out, "- 1.31.2 to 1.30 is a downgrade\n"));
  CHECK(has(page.out, "## Way back\n\nIf all nodes then return to their former release, 1 of 1 container restarts.\n"));
  CHECK(has(page.out, "## Assumptions\n\n- The kubelet of each pod's node started the pod's containers."));
  CHECK(has(page.out, "- A vendor's kubelet behaves as the upstream release that it is built from."));
  CHECK(has(page.out, "- no upgrade of a real kubelet from 1.31 to 1.30 was recorded\n"));
  CHECK(has(page.out, "recorded container hashes of 1.30\n"));
}

}  // namespace podreel
