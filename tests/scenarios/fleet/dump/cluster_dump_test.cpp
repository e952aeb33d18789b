// What is read from dumps of clusters, and what is said of them.
#include "scenarios/fleet/dump/cluster_dump.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/api/object_labels.hpp"
#include "scenarios/fleet/placement.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/kubectl_dump.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::fleet {

namespace {

using nlohmann::json;
using testing::dumped_node;
using testing::dumped_pod;
using testing::printed_list;

const json node_a = dumped_node("a", "v1.30.5");
const json node_b = dumped_node("b", "v1.30.5");

ReadDump read_texts(const std::vector<std::string>& texts) {
  const testing::ScratchFolder scratch;
  std::vector<std::string> files;
  for (const std::string& text : texts) {
    files.push_back(scratch / ("dump-" + std::to_string(files.size())));
    std::ofstream{files.back(), std::ios::binary} << text;
  }
  return read_dump(files);
}

ReadDump read_text(const std::string& text) {
  return read_texts({text});
}

/// A line each, without the folder.
std::string lines_of(const std::vector<api::Problem>& problems) {
  std::string lines;
  for (api::Problem problem : problems) {
    problem.file = problem.file.substr(problem.file.rfind('/') + 1);
    lines += api::to_string(problem) + "\n";
  }
  return lines;
}

std::string dump_problems(const std::string& text) {
  return lines_of(read_text(text).problems);
}

Cluster dumped_cluster(const std::string& text) {
  ReadDump dump = read_text(text);
  CAPTURE(lines_of(dump.problems));
  REQUIRE(dump.problems.empty());
  return std::move(dump.cluster);
}

json replica(const std::string& name, const std::string& node, const std::string& replica_set = "web-5d8") {
  return dumped_pod(name, node, "ReplicaSet", replica_set);
}

std::vector<std::string> titles(const Cluster& cluster) {
  std::vector<std::string> titles;
  for (const Workload& workload : cluster.workloads) titles.push_back(title(workload));
  return titles;
}

std::vector<std::string> names(const Workload& workload) {
  std::vector<std::string> names;
  for (const FoundPods::Pod& pod : workload.found->pods) names.push_back(pod.name);
  return names;
}

}  // namespace

TEST_CASE("nodes have their kubelets, labels, taints and what is allocatable") {
  json odd = dumped_node("odd", "v1.28.5-gke.100");
  odd["metadata"]["labels"]["disk"] = "ssd";
  odd["spec"]["unschedulable"] = true;
  odd["spec"]["taints"] = {{{"key", "node.kubernetes.io/unschedulable"}, {"effect", "NoSchedule"}},
                           {{"key", "gpu"}, {"value", "yes"}, {"effect", "NoSchedule"}}};
  odd["status"]["allocatable"] = {{"cpu", "3920m"}, {"memory", "12Gi"}, {"pods", "110"}, {"hugepages-2Mi", "0"}};
  const Cluster cluster = dumped_cluster(printed_list({node_a, odd, node_b}));
  REQUIRE(cluster.pools.size() == 2);
  CHECK(node_count(cluster) == 3);
  CHECK(node_name(cluster, 0) == "a");
  CHECK(node_name(cluster, 1) == "b");
  CHECK(node_name(cluster, 2) == "odd");
  CHECK(cluster.pools[0].labels.empty());
  CHECK_FALSE(cluster.pools[0].are_cordoned);
  const NodePool& pool = cluster.pools[1];
  CHECK(pool.labels == api::Labels{{"disk", "ssd"}});
  CHECK(pool.are_cordoned);
  CHECK(pool.taints == std::vector<kubelet::Taint>{{"gpu", "yes", "NoSchedule"}});
  CHECK(pool.allocatable->at("cpu") == "3920m");
  CHECK(pool.written_kubelet == json{{"version", "1.28.5"}});
}

TEST_CASE("vendors' kubelets are those of their release, and the API server is as new as the newest") {
  const ReadDump dump = read_text(printed_list(
      {dumped_node("a", "v1.28.5-gke.100"), dumped_node("b", "v1.29.1+k3s1"), dumped_node("c", "v1.28.3-eks-4f4")}));
  REQUIRE(dump.problems.empty());
  CHECK(release::to_string(dump.cluster.api_server.value()) == "1.29.1");
  CHECK(lines_of(dump.warnings) ==
        "dump-0:4:9: items[0]: 3 nodes have a vendor's kubelet, which is treated as its upstream release; the first: "
        "v1.28.5-gke.100 for 1.28.5\n");
  CHECK_FALSE(dumped_cluster(printed_list({node_a, node_b})).api_server);
}

TEST_CASE("a patch release that podreel does not know is the newest known one of its minor, and that is said") {
  const ReadDump dump = read_text(printed_list({dumped_node("a", "v1.36.9-gke.100"), dumped_node("b", "v1.30.5")}));
  REQUIRE(dump.problems.empty());
  CHECK(release::to_string(dump.cluster.api_server.value()) == "1.36.6");
  CHECK(lines_of(dump.warnings)
            .find("1 node has a patch release that podreel does not know, which is simulated as the "
                  "newest known one of its minor; the first: v1.36.9-gke.100, as 1.36.6") != std::string::npos);
}

TEST_CASE("nodes that cannot exist, or are newer than podreel knows, are named with the reason") {
  CHECK(lines_of(read_text(printed_list({dumped_node("a", "v1.31.99")})).problems).find("; 1.31 ended with 1.31.14") !=
        std::string::npos);
  CHECK(lines_of(read_text(printed_list({dumped_node("a", "v1.99.0")})).problems)
            .find("; 1.99 is newer than podreel knows") != std::string::npos);
}

TEST_CASE("pods stay on their nodes, under their own names") {
  const Cluster cluster = dumped_cluster(printed_list({replica("web-5d8-x", "b"), node_a, replica("web-5d8-y", "b"),
                                                       node_b, replica("web-5d8-z", ""), replica("web-5d8-q", "a")}));
  CHECK(titles(cluster) == std::vector<std::string>{"Deployment/shop/web"});
  CHECK(names(cluster.workloads[0]) == std::vector<std::string>{"web-5d8-x", "web-5d8-y", "web-5d8-z", "web-5d8-q"});
  const Placement placement{cluster};
  CHECK(placement.pods_of(0) == std::vector<Replica>{{0, 3}});
  CHECK(placement.pods_of(1) == std::vector<Replica>{{0, 0}, {0, 1}});
  CHECK(placement.without_node() == std::vector<Replica>{{0, 2}});
  CHECK(pod_name(cluster.workloads[0], 1) == "web-5d8-y");
  CHECK(pod_name(cluster.workloads[0], 4).starts_with("web-5d8-"));
}

TEST_CASE("pods of one template share it, whatever they have been given one by one") {
  json logs_a = dumped_pod("logs-a", "a", "DaemonSet", "logs");
  json logs_b = dumped_pod("logs-b", "b", "DaemonSet", "logs");
  const Cluster cluster = dumped_cluster(
      printed_list({node_a, node_b, replica("web-5d8-x", "a"), replica("web-5d8-y", "b"), logs_a, logs_b}));
  REQUIRE(cluster.workloads.size() == 2);
  for (const Workload& workload : cluster.workloads) {
    CHECK(manifest_of(workload, 0) == manifest_of(workload, 1));
    CHECK_FALSE(workload.pod->at("spec").contains("nodeName"));
    CHECK_FALSE(workload.pod->at("spec").contains("affinity"));
    CHECK_FALSE(workload.pod->at("metadata").contains("annotations"));
    CHECK_FALSE(workload.pod->contains("status"));
  }
  CHECK(cluster.workloads[1].owner == Owner::daemon_set);
}

TEST_CASE("a pod that differs from its template keeps what it has") {
  json other = replica("web-5d8-y", "a");
  other["spec"]["containers"][0]["image"] = "web:2";
  const Cluster cluster = dumped_cluster(printed_list({node_a, replica("web-5d8-x", "a"), other}));
  CHECK(manifest_of(cluster.workloads[0], 0)->at("spec")["containers"][0]["image"] == "web:1");
  CHECK(manifest_of(cluster.workloads[0], 1)->at("spec")["containers"][0]["image"] == "web:2");
  CHECK(manifest_of(cluster.workloads[0], 2) == manifest_of(cluster.workloads[0], 0));
}

TEST_CASE("a Deployment whose ReplicaSets change over is one workload for each") {
  const Cluster cluster =
      dumped_cluster(printed_list({node_a, replica("web-5d8-x", "a"), replica("web-77c-y", "a", "web-77c")}));
  CHECK(titles(cluster) == std::vector<std::string>{"ReplicaSet/shop/web-5d8", "ReplicaSet/shop/web-77c"});
}

TEST_CASE("pods are grouped by their controllers") {
  json mirror = dumped_pod("kube-proxy-a", "a", "Node", "a");
  mirror["metadata"]["annotations"]["kubernetes.io/config.mirror"] = "7d0e";
  const ReadDump dump = read_text(
      printed_list({node_a, dumped_pod("db-10", "a", "StatefulSet", "db"), dumped_pod("db-9", "a", "StatefulSet", "db"),
                    dumped_pod("import-x", "a", "Job", "import"), dumped_pod("alone", "a"), mirror}));
  REQUIRE(dump.problems.empty());
  const std::vector<Workload>& workloads = dump.cluster.workloads;
  CHECK(titles(dump.cluster) == std::vector<std::string>{"StatefulSet/shop/db", "Job/shop/import", "Pod/shop/alone",
                                                         "StaticPod/shop/kube-proxy"});
  CHECK(names(workloads[0]) == std::vector<std::string>{"db-9", "db-10"});
  CHECK(workloads[0].owner == Owner::stateful_set);
  CHECK(workloads[1].owner == Owner::replica_set);
  CHECK(workloads[2].owner == Owner::none);
  CHECK(workloads[3].owner == Owner::daemon_set);
  CHECK(lines_of(dump.warnings).find("1 static pod is treated like any pod of the API server; pass the manifests") !=
        std::string::npos);
}

TEST_CASE("pods in other states are left out or assumed to be Ready, with one warning each") {
  json failed = replica("web-5d8-1", "a");
  failed["status"]["phase"] = "Failed";
  json done = dumped_pod("job-x", "a", "Job", "job");
  done["status"]["phase"] = "Succeeded";
  json deleted = replica("web-5d8-2", "a");
  deleted["metadata"]["deletionTimestamp"] = "2026-10-02T08:00:00Z";
  json waiting = replica("web-5d8-3", "a");
  waiting["status"] = {{"phase", "Pending"}, {"conditions", {{{"type", "Ready"}, {"status", "False"}}}}};
  json lost = node_b;
  lost["status"]["conditions"][0]["status"] = "Unknown";
  json pending = waiting;
  pending["metadata"]["name"] = "web-5d8-7";
  pending["spec"].erase("nodeName");
  const ReadDump dump = read_text(printed_list({node_a, lost, failed, done, deleted, waiting, replica("web-5d8-4", "c"),
                                                replica("web-5d8-5", "c"), replica("web-5d8-6", "b"), pending}));
  REQUIRE(dump.problems.empty());
  CHECK(names(dump.cluster.workloads.at(0)) == std::vector<std::string>{"web-5d8-3", "web-5d8-6", "web-5d8-7"});
  std::string reported;
  for (const api::Problem& warning : dump.warnings) reported += warning.path + ": " + warning.message + "\n";
  CHECK(reported ==
        "items[4]: 1 pod is ignored because of a pending deletion; the first: shop/web-5d8-2\n"
        "items[2]: 2 pods are ignored because of the phase Succeeded or Failed; the first: shop/web-5d8-1\n"
        "items[5]: 1 pod is not Ready now, but assumed to be Ready; the first: shop/web-5d8-3\n"
        "items[9]: 1 pod has no node, and can only be scheduled when nodes are drained; the first: shop/web-5d8-7\n"
        "items[6]: 2 pods are ignored because of a node that the dump does not contain; the first: shop/web-5d8-4\n"
        "items[1]: 1 node is not Ready now, but assumed to be Ready; the first: b\n");
}

TEST_CASE("the behaviour of controllers is assumed if a dump does not show it") {
  const ReadDump dump =
      read_text(printed_list({node_a, dumped_pod("db-0", "a", "StatefulSet", "db"),
                              dumped_pod("db-1", "a", "StatefulSet", "db"), dumped_pod("x", "a", "Rollout", "web"),
                              dumped_pod("old-1", "a", "ReplicationController", "old"), dumped_pod("bare", "a")}));
  REQUIRE(dump.problems.empty());
  std::string reported;
  for (const api::Problem& warning : dump.warnings) reported += warning.path + ": " + warning.message + "\n";
  CHECK(
      reported ==
      "items[1]: 2 pods belong to a StatefulSet, which is assumed to have podManagementPolicy "
      "OrderedReady; the first: shop/db-0\n"
      "items[3]: 1 pod belongs to a controller of another kind, which is assumed to replace pods as a ReplicaSet does; "
      "the first: shop/x\n");
}

TEST_CASE("budgets are read with what the API server adds to them") {
  json budget{{"apiVersion", "policy/v1"},
              {"kind", "PodDisruptionBudget"},
              {"metadata", {{"name", "web"}, {"namespace", "shop"}, {"generation", 1}, {"uid", "1"}}},
              {"spec", {{"minAvailable", "50%"}, {"selector", json::object()}}},
              {"status", {{"currentHealthy", 1}}}};
  json old = budget;
  old["apiVersion"] = "policy/v1beta1";
  old["metadata"]["name"] = "old";
  const ReadDump dump = read_text(printed_list({node_a, budget, old}));
  REQUIRE(dump.cluster.budgets.size() == 2);
  CHECK(dump.cluster.budgets[0].matches("shop", {}));
  CHECK_FALSE(dump.cluster.budgets[1].matches("shop", {}));
  CHECK(lines_of(dump.warnings).find("1 PodDisruptionBudget is of policy/v1beta1") != std::string::npos);
  budget["spec"]["minAvailabel"] = 1;
  CHECK(dump_problems(printed_list({node_a, budget})).find("items[1].spec.minAvailabel: unknown field") !=
        std::string::npos);
}

TEST_CASE("YAML, single objects, typed lists and several files say the same") {
  const json pod = replica("web-5d8-x", "a");
  json untyped_node = node_a;
  json untyped_pod = pod;
  for (json* item : {&untyped_node, &untyped_pod}) {
    item->erase("kind");
    item->erase("apiVersion");
  }
  const std::string typed = "{\"kind\": \"NodeList\", \"items\": [" + untyped_node.dump() +
                            "]}\n{\"kind\": \"PodList\", \"items\": [" + untyped_pod.dump() + "]}\n";
  const std::string lines = node_a.dump() + "\n" + pod.dump() + "\n";
  const std::string yaml = "---\napiVersion: v1\nkind: List\nitems:\n- " + node_a.dump() + "\n- " + pod.dump() + "\n";
  for (const std::vector<std::string>& texts :
       {std::vector{printed_list({node_a, pod})}, std::vector{typed}, std::vector{lines}, std::vector{yaml},
        std::vector{printed_list({pod}), printed_list({node_a})}}) {
    const ReadDump dump = read_texts(texts);
    CAPTURE(lines_of(dump.problems));
    REQUIRE(dump.problems.empty());
    CHECK(titles(dump.cluster) == std::vector<std::string>{"Deployment/shop/web"});
    CHECK(Placement{dump.cluster}.pods_of(0).size() == 1);
  }
}

TEST_CASE("other objects are ignored with a warning") {
  const json service{{"apiVersion", "v1"}, {"kind", "Service"}, {"metadata", {{"name", "web"}}}};
  const ReadDump dump = read_text(printed_list({service, node_a, service}));
  CHECK(dump.problems.empty());
  CHECK(lines_of(dump.warnings) ==
        "dump-0:4:9: items[0]: 2 objects are ignored: only nodes, pods and PodDisruptionBudgets are read; the "
        "first: Service\n");
}

TEST_CASE("what is no dump is refused") {
  const std::string accepted = "accepted: the output of `kubectl get nodes,pods,pdb -A -o json`\n";
  CHECK(dump_problems(printed_list({})) == "dump-0: found no node, " + accepted);
  CHECK(dump_problems(printed_list({replica("web-5d8-x", "a")})) == "dump-0: found no node, " + accepted);
  CHECK(dump_problems("[1, 2]").find(accepted) != std::string::npos);
  CHECK(dump_problems("{\"items\": [{}]}") == "dump-0:1:12: items[0]: found a map, " + accepted);
  CHECK(lines_of(read_dump({"/nowhere/dump.json"}).problems).find("dump.json: ") == 0);
}

TEST_CASE("a dump that was cut off is refused, with the item in which it ends") {
  const std::string text = printed_list({node_a, replica("web-5d8-x", "a")});
  CHECK(dump_problems(text.substr(0, text.find("web-5d8-x"))) == "dump-0: items[1]: the text ends inside this item\n");
  CHECK_FALSE(dump_problems(text.substr(0, text.rfind(']'))).empty());
}

TEST_CASE("duplicates are reported with both positions") {
  const std::string problems = dump_problems(printed_list({node_a, node_a}));
  CHECK(problems.find("items[1]: duplicate node a; the first is at ") != std::string::npos);
  CHECK(problems.find("dump-0:4\n") != std::string::npos);
  CHECK(dump_problems(printed_list({node_a, replica("x", "a"), replica("x", "a")}))
            .find("duplicate pod shop/x; the first is at ") != std::string::npos);
}

TEST_CASE("an unsupported kubelet is reported with its node") {
  CHECK(dump_problems(printed_list({dumped_node("a", "v1.5.8")}))
            .find("items[0].status.nodeInfo.kubeletVersion: found the string "
                  "\"v1.5.8\", accepted: a release from ") != std::string::npos);
  json without = node_a;
  without["status"].erase("nodeInfo");
  CHECK(dump_problems(printed_list({without})).find("kubeletVersion: required, but missing") != std::string::npos);
}

TEST_CASE("values of environment variables are not shown") {
  json pod = replica("web-5d8-x", "a");
  pod["spec"]["containers"][0]["env"] = {{{"name", "PASSWORD"}, {"value", 987654}}};
  const std::string problems = dump_problems(printed_list({node_a, pod}));
  CHECK(problems.find("env[0].value: found a value of another type, which is not shown") != std::string::npos);
  CHECK(problems.find("987654") == std::string::npos);
}

TEST_CASE("progress of reading a dump is reported") {
  const testing::ScratchFolder scratch;
  const std::string file = scratch / "dump.json";
  const std::string text = printed_list({node_a});
  std::ofstream{file} << text;
  std::uint64_t read = 0;
  CHECK(read_dump({file}, [&](const std::string& of, std::uint64_t bytes) {
          CHECK(of == file);
          read = bytes;
        }).problems.empty());
  CHECK(read == text.size());
}

TEST_CASE("another byte is another dump") {
  const std::string text = printed_list({node_a});
  const std::string fingerprint = dumped_cluster(text).dump_fingerprint;
  CHECK(fingerprint.size() == 32);
  CHECK(dumped_cluster(text).dump_fingerprint == fingerprint);
  CHECK(dumped_cluster(text + " ").dump_fingerprint != fingerprint);
}

TEST_CASE("a small cluster is read as kubectl prints it") {
  const ReadDump dump = read_dump({testing::source_path("tests/scenarios/fleet/dump/eu.json").string()});
  CAPTURE(lines_of(dump.problems));
  REQUIRE(dump.problems.empty());
  CHECK(titles(dump.cluster) ==
        std::vector<std::string>{"Deployment/shop/web", "StatefulSet/shop/db", "DaemonSet/kube-system/logs"});
  CHECK(dump.cluster.workloads[0].replicas == 3);
  CHECK(node_count(dump.cluster) == 2);
  REQUIRE(dump.cluster.budgets.size() == 1);
  CHECK(dump.cluster.budgets[0].matches("shop", api::labels_of(*dump.cluster.workloads[0].pod)));
  CHECK(dump.warnings.size() == 4);
}

}  // namespace podreel::fleet
