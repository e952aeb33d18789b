// `podreel upgrade --to` of a dump: by nodes and by workloads, and what is said of the rest.
#include <doctest/doctest.h>
#include <fstream>
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
using testing::printed_list;

const json old_node = dumped_node("a", "v1.30.4-eks-a737599");
const json new_node = dumped_node("b", "v1.31.2");
const json web_on_a = dumped_pod("web-5d4-x", "a", "ReplicaSet", "web-5d4");
const json web_on_b = dumped_pod("web-5d4-y", "b", "ReplicaSet", "web-5d4");
const json db = dumped_pod("db-0", "a", "StatefulSet", "db");

CommandResult upgrade_to_next(const std::string& input, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"upgrade", "--to", "1.31", "-f", "-"});
  return testing::run_podreel(arguments, {.standard_input = input});
}

json next_answer_of(const std::string& input, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"-o", "json"});
  return json::parse(upgrade_to_next(input, std::move(arguments)).out);
}

json mirror_pod(const std::string& name, const std::string& node) {
  json pod = dumped_pod(name, node);
  pod["metadata"]["namespace"] = "kube-system";
  pod["metadata"]["annotations"]["kubernetes.io/config.mirror"] = "9a1b";
  return pod;
}

}  // namespace

TEST_CASE(
    "a node with a patch release that podreel does not know is answered as the newest known one, and that is said") {
  const CommandResult result = upgrade_to_next(printed_list({dumped_node("a", "v1.36.9"), web_on_a}));
  CHECK(has(result.err, "podreel does not know 1.36.9 and simulates 1.36.6, the newest patch release of 1.36 that it"));
  CHECK(has(result.out, "1.36.6 to 1.31"));
}

TEST_CASE("nodes that cannot exist, or are newer than podreel knows, get a clear sentence") {
  CHECK(has(upgrade_to_next(printed_list({dumped_node("a", "v1.31.99"), web_on_a})).err, "; 1.31 ended with 1.31.14"));
  CHECK(has(upgrade_to_next(printed_list({dumped_node("a", "v1.99.0"), web_on_a})).err,
            "node a: found the string \"v1.99.0\", accepted: a release from 1.7 to "));
  CHECK(has(upgrade_to_next(printed_list({dumped_node("a", "v1.99.0"), web_on_a})).err,
            "; 1.99 is newer than podreel knows"));
}

TEST_CASE("each pod is asked about by its node's own kubelet, vendors' builds too") {
  const std::string dump = printed_list({old_node, new_node, web_on_a, web_on_b, db});
  const CommandResult result = upgrade_to_next(dump);
  CHECK(result.exit_code == 1);
  CHECK(result.err == "");
  CHECK(has(result.out, "StatefulSet/shop/db   1 of 1"));
  CHECK(has(result.out, "Deployment/shop/web   1 of 2"));
  CHECK(has(result.out, "a      v1.30.4-eks-a737599   1.31   2 of 2"));
  CHECK(has(result.out, "b      v1.31.2               1.31   0 of 1"));
  CHECK(has(result.out, "1.30.4 to 1.31: 2 of 2 containers restart"));
  CHECK(has(result.out, "1.31.2 to 1.31: 0 of 1 container restarts"));
  const CommandResult piped = testing::run_podreel({"upgrade", "--to", "1.31"}, {.standard_input = dump});
  CHECK(piped.out == result.out);
  CHECK(result.out.find("StatefulSet/shop/db") < result.out.find("Deployment/shop/web"));
}

TEST_CASE("pods may come before their nodes") {
  const json sorted = next_answer_of(printed_list({old_node, new_node, web_on_a, web_on_b, db}));
  CHECK(next_answer_of(printed_list({web_on_a, web_on_b, db, new_node, old_node})) == sorted);
}

TEST_CASE("without a node and without --from the way out is named, and the rest is answered") {
  const json stray = dumped_pod("lost", "gone");
  const CommandResult result = upgrade_to_next(printed_list({old_node, web_on_a, stray}));
  CHECK(result.exit_code == 2);
  CHECK(has(result.out, "1.30.4 to 1.31: 1 of 1 container restarts"));
  CHECK(has(result.err,
            "found 1 pod on the node gone, whose kubelet is unknown or not simulated; the first: "
            "shop/lost; name the release of their kubelet with --from, or add the nodes: kubectl get "
            "nodes,pods -A -o json"));
  const CommandResult no_nodes = upgrade_to_next(printed_list({web_on_a}));
  CHECK(no_nodes.exit_code == 2);
  CHECK(has(no_nodes.err, "name the release of their kubelet with --from"));
  CHECK(upgrade_to_next(printed_list({web_on_a}), {"--from", "1.30"}).exit_code == 1);
}

TEST_CASE("--from is for pods on nodes that are not there") {
  const json stray = dumped_pod("lost", "gone");
  const json answer = next_answer_of(printed_list({new_node, web_on_b, stray}), {"--from", "1.30"});
  REQUIRE(answer.at("upgrades").size() == 2);
  CHECK(answer["upgrades"][0].at("from") == "1.30");
  CHECK(answer["upgrades"][0].at("totals").at("restarting") == 1);
  CHECK(answer["upgrades"][1].at("from") == "1.31.2");
  CHECK(answer["upgrades"][1].at("totals").at("restarting") == 0);
  const CommandResult late = upgrade_to_next(printed_list({web_on_b, new_node}), {"--from", "1.30"});
  CHECK(late.exit_code == 2);
  CHECK(has(late.err, "found the node b after pods on it, which were read as pods of --from"));
}

TEST_CASE("a node whose kubelet is not simulated is reported, and its pods are not answered for") {
  const CommandResult result =
      upgrade_to_next(printed_list({dumped_node("a", "v1.99.0"), new_node, web_on_a, web_on_b}));
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "node a: found the string \"v1.99.0\", accepted: a release from"));
  CHECK(has(result.err, "found 1 pod on the node a, whose kubelet is unknown or not simulated; the first: "));
  CHECK(has(result.out, "1.31.2 to 1.31: 0 of 1 container restarts"));
}

TEST_CASE("a dump that is cut off is answered as far as it goes") {
  const std::string dump = printed_list({old_node, web_on_a, db});
  const CommandResult result = upgrade_to_next(dump.substr(0, dump.find("db-0") + 20));
  CHECK(result.exit_code == 2);
  CHECK(has(result.out, "1.30.4 to 1.31: 1 of 1 container restarts"));
  CHECK(has(result.err, "items[2]: the text ends inside this item"));
}

TEST_CASE("an item that is no text is reported with its place, and the others are answered for") {
  std::string dump = printed_list({old_node, web_on_a, db});
  dump.replace(dump.find("web-5d4-x"), 3,
               "w\xE9"
               "b");
  const CommandResult result = upgrade_to_next(dump);
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "items[1]"));
  CHECK(has(result.out, "1.30.4 to 1.31: 1 of 1 container restarts"));
}

TEST_CASE("pods without a node wait for one, nodes without pods have none") {
  json waiting = dumped_pod("new", "");
  waiting["status"] = {{"phase", "Pending"}};
  const CommandResult result = upgrade_to_next(printed_list({old_node, waiting}));
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "a      v1.30.4-eks-a737599   1.31   0 of 0"));
  CHECK(has(result.err, "1 pod has no node yet, so no kubelet runs it"));
}

TEST_CASE("owners are followed up to Deployments and CronJobs, by names or by the objects between") {
  json custom = dumped_pod("canary-x1", "a", "ReplicaSet", "canary-77");
  custom["metadata"]["labels"].erase("pod-template-hash");
  const json replica_set{
      {"apiVersion", "apps/v1"},
      {"kind", "ReplicaSet"},
      {"metadata",
       {{"name", "canary-77"},
        {"namespace", "shop"},
        {"uid", "r"},
        {"ownerReferences",
         {{{"apiVersion", "argoproj.io/v1alpha1"},
           {"kind", "Rollout"},
           {"name", "canary"},
           {"uid", "o"},
           {"controller", true}}}}}},
      {"spec", {{"template", {{"spec", {{"containers", {{{"name", "app"}, {"image", "web:1"}}}}}}}}}}};
  const json job = dumped_pod("import-28761840-t9cxw", "a", "Job", "import-28761840");
  const CommandResult result = upgrade_to_next(printed_list({old_node, custom, replica_set, job}));
  CHECK(has(result.out, "Rollout/shop/canary"));
  CHECK(has(result.out, "CronJob/shop/import"));
  CHECK(has(result.out, "1.30.4 to 1.31: 2 of 2 containers restart"));
  CHECK(has(result.err, "1 workload is counted by its pods, not by its template"));
}

TEST_CASE("a mirror pod comes first, and is answered for as it shows its manifest, unless that is there") {
  json etcd = mirror_pod("etcd-a", "a");
  etcd["metadata"]["annotations"]["kubernetes.io/config.mirror"] = std::string(32, 'a');
  const std::string dump = printed_list({old_node, web_on_a, etcd});
  const CommandResult result = upgrade_to_next(dump);
  CHECK(result.exit_code == 1);
  CHECK(result.out.find("StaticPod/kube-system/etcd-a") < result.out.find("Deployment/shop/web"));
  CHECK(has(result.out, "2 of 2 containers restart"));
  CHECK(has(result.out, "1 because its static pod is recreated"));
  CHECK(
      has(result.err, "1 mirror pod is evaluated as shown; --static-pod-dir evaluates the manifests. kubeadm upgrade"));
  const json pod_forecast = next_answer_of(dump).at("upgrades").at(0).at("containers").at(1);
  CHECK(pod_forecast.at("restarts") == true);
  CHECK(pod_forecast.at("cause").at("kind") == "staticPod");
  const CommandResult with_manifest = testing::run_shell(
      "d=$(mktemp -d); printf 'apiVersion: v1\\nkind: Pod\\nmetadata: {name: etcd, namespace: kube-system}\\nspec: "
      "{containers: [{name: app, image: \"web:1\"}]}\\n' > $d/etcd.yaml; podreel upgrade --to 1.31 --static-pod-dir $d "
      "--node a -f -; code=$?; rm -r $d; exit $code",
      {.standard_input = dump});
  CHECK(with_manifest.exit_code == 1);
  CHECK_FALSE(has(with_manifest.err, "mirror pod"));
  CHECK(has(with_manifest.out, "kube-system/etcd-a   recreated"));
  CHECK(has(with_manifest.out, "1.30.4 to 1.31: 2 of 2 containers restart"));
}

TEST_CASE("a sidecar that is older than its kubelet may restart at the next hop, and is kept at the first") {
  json pod = dumped_pod("web-5d4-x", "a", "ReplicaSet", "web-5d4");
  pod["spec"]["initContainers"] = {{{"name", "proxy"}, {"image", "p:1"}, {"restartPolicy", "Always"}}};
  pod["status"]["initContainerStatuses"] = {
      {{"name", "proxy"}, {"state", {{"running", {{"startedAt", "2026-10-01T09:00:10Z"}}}}}}};
  const CommandResult first = upgrade_to_next(printed_list({old_node, pod}));
  CHECK(has(first.out, "1 of 2 containers restarts"));
  CHECK(has(first.out, "1 container is kept now, and restarts at 1.32: changed sidecars"));
  json status = {{"name", "app"},
                 {"restartCount", 1},
                 {"state", {{"running", {{"startedAt", "2026-10-11T09:00:10Z"}}}}},
                 {"lastState", {{"terminated", {{"exitCode", 137}, {"finishedAt", "2026-10-11T09:00:09Z"}}}}}};
  pod["status"]["containerStatuses"] = json::array({status});
  const json node = testing::dumped_node("a", "v1.31.4");
  const CommandResult next =
      testing::run_podreel({"upgrade", "--to", "1.32"}, {.standard_input = printed_list({node, pod})});
  CHECK(next.exit_code == 1);
  CHECK(has(next.out, "1.31.4 to 1.32: 0 of 2 containers restart, 1 may restart"));
  CHECK(
      has(next.out, "1 may restart because its hash may be that of 1.30 or older: 1.31 restarts no changed sidecars"));
  CHECK(has(next.out, "Deployment/shop/web   0 of 1            0 of 2, 1 may restart"));
  const CommandResult wide =
      testing::run_podreel({"upgrade", "--to", "1.32", "-o", "wide"}, {.standard_input = printed_list({node, pod})});
  CHECK(has(wide.out, "it runs since 2026-10-01T09:00:10Z, and app restarted at 2026-10-11T09:00:09Z"));
}

TEST_CASE("a Job whose containers restart is exposed, because its work starts over") {
  const json job = dumped_pod("import-28761840-t9cxw", "a", "Job", "import-28761840");
  CHECK(has(upgrade_to_next(printed_list({old_node, job})).out, "1 of 1                  1       work starts over"));
}

TEST_CASE("a hop beyond the supported version skew is warned of, and so is a kubelet that is newer than its server") {
  const std::string dump = printed_list({dumped_node("a", "v1.24.1"), web_on_a});
  const auto errors = [&dump](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "upgrade");
    return testing::run_podreel(arguments, {.standard_input = dump}).err;
  };
  CHECK(has(errors({"--to", "1.36"}),
            "1.24.1 to 1.36: an API server of 1.36 supports kubelets that are at most 3 minor releases older; upgrade "
            "in several hops"));
  CHECK_FALSE(has(errors({"--to", "1.26"}), "minor releases older"));
  CHECK(has(errors({"--to", "1.27"}), "at most 2 minor releases older"));
  CHECK(has(errors({"--to", "1.26", "--apiserver-from", "1.24", "--apiserver-to", "1.25"}),
            "a kubelet of 1.26 is newer than its API server of 1.25, which Kubernetes does not support"));
}

TEST_CASE("a kubelet that an older API server keeps from starting containers is warned of") {
  const std::string dump = printed_list({dumped_node("a", "v1.30.4"), web_on_a});
  const auto errors = [&dump](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "upgrade");
    return testing::run_podreel(arguments, {.standard_input = dump}).err;
  };
  const auto behind = [&errors](const std::string& kubelet, const std::string& server) {
    return errors({"--to", kubelet, "--apiserver-from", "1.29", "--apiserver-to", server});
  };
  CHECK(has(behind("1.31", "1.30"), "until the API server is upgraded, it starts no container except in static pods"));
  CHECK_FALSE(has(behind("1.31", "1.31"), "no container"));
  CHECK_FALSE(has(behind("1.30", "1.29"), "no container"));
  const auto page = [&dump](const std::string& kubelet) {
    return testing::run_podreel({"upgrade", "--to", kubelet, "-o", "markdown"}, {.standard_input = dump}).out;
  };
  CHECK(has(page("1.31"), "upgrade the API servers first; behind an older one, a kubelet of 1.31 starts no container"));
  CHECK_FALSE(has(page("1.29"), "API servers first"));
}

TEST_CASE("a gate that is switched on in the API server restarts containers with requests") {
  json pod = web_on_a;
  pod["spec"]["containers"].push_back(
      {{"name", "proxy"}, {"image", "p:1"}, {"resources", {{"requests", {{"cpu", "100m"}}}}}});
  const std::string dump = printed_list({old_node, pod});
  const auto switched = [&dump](const std::string& to, const std::string& gates) {
    return testing::run_podreel({"upgrade", "--to", to, "--apiserver-gates-to", gates}, {.standard_input = dump});
  };
  const CommandResult on = switched("1.30", "InPlacePodVerticalScaling=true");
  CHECK(has(on.out, "1 of 2 containers in 1 workload on 1 node restarts."));
  CHECK(has(on.out, "the API server stores another"));
  CHECK(switched("1.30", "InPlacePodVerticalScaling=false").exit_code == 0);
  const CommandResult wrong = switched("1.30", "NoSuchGate=true");
  CHECK(wrong.exit_code == 2);
  CHECK(has(wrong.err, "--apiserver-gates-to: NoSuchGate"));
  CHECK(has(switched("1.30", "x").err, "--apiserver-gates-to: found \"x\"; accepted: Gate=true or Gate=false"));
}

TEST_CASE("causes are added up over all patch releases of a cluster") {
  const std::string dump = printed_list({old_node, dumped_node("b", "v1.30.6"), web_on_a, dumped_pod("x", "b")});
  const CommandResult result = upgrade_to_next(dump);
  CHECK(result.out.starts_with("2 of 2 containers in 2 workloads on 2 nodes restart.\n\n"));
  CHECK(has(result.out, "\n2 because 1.31 hashes only name and image\n"));
  CHECK(has(result.out, "1.30.4 to 1.31: 1 of 1 container restarts\n1.30.6 to 1.31: 1 of 1 container restarts\n"));
}

TEST_CASE("the same pod twice is counted once") {
  const CommandResult result = upgrade_to_next(printed_list({old_node, web_on_a, web_on_a}));
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "1 of 1 container restarts"));
  CHECK(has(result.err, "1 duplicate pod is counted once"));
}

TEST_CASE("a field of a release to come is warned of once, and the pods are answered for") {
  json later = web_on_a;
  later["spec"]["quantumLeap"] = true;
  json again = db;
  again["spec"]["quantumLeap"] = false;
  const CommandResult result = upgrade_to_next(printed_list({old_node, later, again}));
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "2 of 2 containers restart"));
  CHECK(has(result.err,
            "spec.quantumLeap: unknown field, ignored; no release up to 1.37 has it (2 times; "
            "first occurrence shown)"));
  const CommandResult slip =
      upgrade_to_next("kind: Pod\nmetadata: {name: a}\nspec: {hostNetwrk: true, containers: [{name: c, image: i}]}\n",
                      {"--from", "1.30"});
  CHECK(slip.exit_code == 2);
  CHECK(has(slip.err, "did you mean \"hostNetwork\"?"));
}

TEST_CASE("custom resources with a pod template are asked about, and others are passed over by name") {
  const std::string objects =
      "apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: web, namespace: shop}\n"
      "spec: {template: {spec: {containers: [{name: c, image: i}]}}}\n---\n"
      "apiVersion: apps.openshift.io/v1\nkind: DeploymentConfig\nmetadata: {name: dc}\n"
      "spec: {template: {spec: {containers: [{name: c, image: i}]}}}\n---\n"
      "apiVersion: serving.knative.dev/v1\nkind: Service\nmetadata: {name: kn}\n"
      "spec: {template: {spec: {containerConcurrency: 3, containers: [{image: i}]}}}\n---\n"
      "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: t}\nspec: {foo: 1}\n";
  const CommandResult result = upgrade_to_next(objects, {"--from", "1.30"});
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "Rollout/shop/web"));
  CHECK(has(result.out, "DeploymentConfig/default/dc"));
  CHECK(has(result.out, "2 of 2 containers restart"));
  CHECK(has(result.err, "the pods of this Service are ignored: required, but missing"));
  CHECK(has(result.err, "1 Thing.example.com"));
}

TEST_CASE("ten thousand unknown kinds are reported in one line") {
  std::string list = R"({"kind":"List","items":[)";
  for (int index = 0; index < 10'000; ++index) {
    list += R"({"apiVersion":"example.com/v1","kind":"K)" + std::to_string(index) + R"(","metadata":{"name":"x"}},)";
  }
  list += R"({"kind":"Pod","metadata":{"name":"y"},"spec":{"containers":[{"name":"c","image":"i"}]}}]})";
  const CommandResult result = upgrade_to_next(list, {"--from", "1.30"});
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "1 of 1 container restarts"));
  CHECK(has(result.err, "10000 custom resources without a pod template are skipped: 1 K0.example.com"));
  CHECK(has(result.err, "and 9990 more kinds"));
}

TEST_CASE("lists say what they are early, late or not at all") {
  const std::string pod = R"({"metadata":{"name":"w"},"spec":{"containers":[{"name":"a","image":"nginx"}]}})";
  for (const std::string& list :
       {R"({"items":[)" + pod + R"(],"kind":"PodList","apiVersion":"v1"})", R"({"items":[)" + pod + "]}",
        "[" + pod + "]", "- " + pod + "\n", R"({"kind":"PodList","items":[)" + pod + "]}"}) {
    CAPTURE(list);
    const CommandResult result = upgrade_to_next(list, {"--from", "1.30"});
    CHECK(result.exit_code == 1);
    CHECK(has(result.out, "1 of 1 container restarts"));
  }
  const std::string deployment =
      R"({"metadata":{"name":"w"},"spec":{"template":{"spec":{"containers":[{"name":"a","image":"nginx"}]}}}})";
  const CommandResult late = upgrade_to_next(
      R"({"items":[)" + deployment + R"(],"kind":"DeploymentList","apiVersion":"apps/v1"})", {"--from", "1.30"});
  CHECK(late.exit_code == 1);
  CHECK(has(late.out, "default/w-"));
  const CommandResult never = upgrade_to_next(R"({"items":[)" + deployment + "]}", {"--from", "1.30"});
  CHECK(never.exit_code == 2);
  CHECK(has(never.err, "items[0].kind: required, but missing"));
}

TEST_CASE("--path counts static pods, and refuses what contradicts it") {
  const std::string manifest =
      "d=$(mktemp -d); printf 'apiVersion: v1\\nkind: Pod\\nmetadata: {name: etcd}\\nspec: {containers: [{name: e, "
      "image: "
      "e}]}\\n' > $d/etcd.yaml; ";
  const CommandResult path =
      testing::run_shell(manifest + "podreel upgrade --path 1.26,1.27,1.28 --from 1.26 --to 1.28 --static-pod-dir $d");
  CHECK(path.exit_code == 1);
  CHECK(has(path.out, "AFFECTED   STATIC PODS"));
  const CommandResult matrix =
      testing::run_shell(manifest + "podreel upgrade --matrix --path 1.26,1.27,1.28 --static-pod-dir $d");
  CHECK(matrix.exit_code == 0);
  CHECK(
      matrix.out ==
      "FROM\\TO   1.26   1.27   1.28\n1.26      -      1      1\n1.27      1      -      1\n1.28      1      1      -\n"
      "of 1 static pod\n");
  const CommandResult from = testing::run_podreel({"upgrade", "--path", "1.26,1.27", "--from", "1.20", "-f", "-"});
  CHECK(from.exit_code == 2);
  CHECK(has(from.err, "--from 1.20 contradicts --path, which begins with 1.26"));
  const CommandResult to = testing::run_podreel({"upgrade", "--path", "1.26,1.27", "--to", "1.32", "-f", "-"});
  CHECK(has(to.err, "--to 1.32 contradicts --path, which ends with 1.27"));
}

TEST_CASE("a matrix is of the releases that were asked for") {
  const std::string pod = "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i}]}\n";
  const CommandResult range = testing::run_podreel({"upgrade", "--matrix", "--from", "1.29", "--to", "1.31", "-f", "-"},
                                                   {.standard_input = pod});
  CHECK(range.out.starts_with("FROM\\TO   1.29   1.30   1.31\n"));
  CHECK(testing::run_podreel({"upgrade", "--matrix", "--from", "1.31", "--to", "1.29", "-f", "-"},
                             {.standard_input = pod})
            .exit_code == 2);
}

TEST_CASE(
    "an upgrade and a fleet that upgrades in place count the same containers of a cluster with pods of all kinds") {
  json with_init = dumped_pod("api-5d4-x", "a", "ReplicaSet", "api-5d4");
  with_init["spec"]["initContainers"] = {{{"name", "migrate"}, {"image", "m:1"}},
                                         {{"name", "proxy"}, {"image", "p:1"}, {"restartPolicy", "Always"}}};
  json finished = dumped_pod("import-1", "a", "Job", "import");
  finished["status"]["phase"] = "Succeeded";
  json deleted = dumped_pod("gone-5d4-x", "a", "ReplicaSet", "gone-5d4");
  deleted["metadata"]["deletionTimestamp"] = "2026-10-01T08:00:00Z";
  const std::string dump = printed_list({old_node, web_on_a, db, with_init, finished, deleted});
  const CommandResult upgrade = upgrade_to_next(dump);
  CAPTURE(upgrade.out);
  CHECK(upgrade.out.starts_with("3 of 4 containers in 3 workloads on 1 node restart.\n"));
  CHECK(has(upgrade.out, "a      v1.30.4-eks-a737599   1.31   3 of 5            3 of 4"));
  const testing::ScratchFolder folder;
  std::ofstream{folder / "dump.json"} << dump;
  std::ofstream{folder / "plan.yaml"} << "apiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: p}\n"
                                         "spec: {node: [{at: 5s, startKubelet: {version: \"1.31\"}}]}\n";
  const CommandResult fleet =
      testing::run_podreel({"fleet", "--dump", "eu=" + folder / "dump.json", folder / "plan.yaml"});
  CAPTURE(fleet.out);
  CHECK(has(fleet.out, "3 of 4 containers restarted: definition changed 3\n"));
}

TEST_CASE("kubectl's options select pods and sort workloads") {
  json labelled = web_on_a;
  labelled["metadata"]["labels"]["tier"] = "front";
  const std::string dump = printed_list({old_node, new_node, labelled, web_on_b, db});
  const auto totals = [&dump](std::vector<std::string> arguments) {
    const CommandResult result = upgrade_to_next(dump, std::move(arguments));
    CAPTURE(result.err);
    return result.out.substr(0, result.out.find('\n'));
  };
  CHECK(totals({"-A"}) == totals({}));
  CHECK(totals({"-n", "shop", "-l", "tier=front"}) == "1 of 1 container in 1 workload on 1 node restarts.");
  CHECK(totals({"--field-selector", "spec.nodeName=b"}) == "0 of 1 container restart.");
  CHECK_FALSE(has(upgrade_to_next(dump, {"-l", "tier=front"}).out, "v1.31.2"));
  const CommandResult nothing = upgrade_to_next(dump, {"-n", "other"});
  CHECK(nothing.exit_code == 2);
  CHECK(has(nothing.err, "no pod matches --namespace, --selector and --field-selector"));
  CHECK(totals({"-l", "tier in (front,back),!old"}) == "1 of 1 container in 1 workload on 1 node restarts.");
  CHECK(totals({"-l", "tier notin (front)", "--field-selector", "spec.nodeName!=b"}) ==
        "1 of 1 container in 1 workload on 1 node restarts.");
  CHECK(has(upgrade_to_next(dump, {"-l", "tier in front"}).err, "--selector: found \"tier in front\"; accepted: "));
  CHECK(has(upgrade_to_next(dump, {"--field-selector", "spec.node=a"}).err,
            "--field-selector: found \"spec.node\"; accepted: FIELD=VALUE or FIELD!=VALUE, with the fields "
            "metadata.name, metadata.namespace, spec.nodeName"));
  const std::string by_name = upgrade_to_next(dump, {"--sort-by", "name"}).out;
  CHECK(by_name.find("Deployment/shop/web") < by_name.find("StatefulSet/shop/db"));
}

TEST_CASE("-o name lists each pod that restarts once, and --no-headers leaves out the headers of tables") {
  const std::string dump = printed_list({old_node, new_node, web_on_a, web_on_b, db});
  const CommandResult names = upgrade_to_next(dump, {"-o", "name"});
  CHECK(names.exit_code == 1);
  CHECK(names.out == "pod/web-5d4-x\npod/db-0\n");
  const std::string whole = upgrade_to_next(dump, {}).out;
  const std::string rows = upgrade_to_next(dump, {"--no-headers"}).out;
  CAPTURE(rows);
  CHECK(has(whole, "WORKLOAD "));
  CHECK(has(whole, "NODE "));
  CHECK_FALSE(has(rows, "WORKLOAD "));
  CHECK_FALSE(has(rows, "NODE "));
  CHECK(has(rows, "\nStatefulSet/shop/db "));
}

TEST_CASE("a release is also accepted as a vendor names it, and an output format after an equals sign") {
  const CommandResult vendors = testing::run_podreel({"upgrade", "--to", "v1.31.2-eks-94953ac", "-o=json", "-f", "-"},
                                                     {.standard_input = printed_list({old_node, web_on_a})});
  CHECK(json::parse(vendors.out).at("upgrades").at(0).at("to") == "1.31");
}

TEST_CASE("errors that differ only in their places and names are printed once, with their number") {
  std::vector<json> objects{web_on_a, old_node};
  for (const char* name : {"x", "y", "z"}) objects.push_back(dumped_node(name, "v1.9" + std::string{name}));
  const CommandResult result = upgrade_to_next(printed_list(objects));
  CAPTURE(result.err);
  CHECK(has(result.err, "(3 times; first occurrence shown)"));
}

}  // namespace podreel
