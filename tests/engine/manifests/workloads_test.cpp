#include "engine/manifests/workloads.hpp"

#include <doctest/doctest.h>

namespace podreel::manifests {

namespace {

using api::load_documents;
using api::LoadedFile;
using api::Problem;
using api::Tree;

struct Found {
  std::vector<ManifestPod> pods;
  /// "owner namespace/name", one a line; then the problems.
  std::string lines;
};

Found found_in(const std::string& text) {
  Found result;
  LoadedFile file = load_documents(text, "f");
  for (const Tree& document : file.documents) {
    for (ManifestPod& pod : pods_of(document, "f", file.problems)) {
      const nlohmann::json& metadata = pod.pod.at("metadata");
      result.lines += pod.owner + " " + metadata.at("namespace").get<std::string>() + "/" +
                      metadata.at("name").get<std::string>() + " " + pod.path + "\n";
      result.pods.push_back(std::move(pod));
    }
  }
  for (const Problem& problem : file.problems) result.lines += to_string(problem) + "\n";
  return result;
}

const std::string spec = "{containers: [{name: c, image: i}]}";

std::string workload(const std::string& api_version, const std::string& kind, const std::string& more = "") {
  return "apiVersion: " + api_version + "\nkind: " + kind + "\nmetadata: {name: web, namespace: shop}\nspec: {" + more +
         "template: {metadata: {labels: {a: b}}, spec: " + spec + "}}\n";
}

}  // namespace

TEST_CASE("a workload that does not select its own pods is refused") {
  const std::string refusal =
      "f:4:71: spec.template.metadata.labels: spec.selector does not select these labels; "
      "accepted: labels that it selects\n";
  CHECK(found_in(workload("apps/v1", "Deployment", "selector: {matchLabels: {a: c}}, ")).pods.empty());
  CHECK(found_in(workload("apps/v1", "Deployment", "selector: {matchLabels: {a: c}}, ")).lines == refusal);
  CHECK(found_in(workload("apps/v1", "Deployment", "selector: {matchLabels: {a: b}}, ")).pods.size() == 1);
}

TEST_CASE("a bare pod is found with its namespace") {
  const Found found = found_in("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: " + spec + "\n");
  CHECK(found.lines == " default/p \n");
  CHECK(found.pods.at(0).mark.line == 1);
}

TEST_CASE("a pod with a prefix for its name gets the same name every time") {
  const std::string text = "kind: Pod\nmetadata: {generateName: p-}\nspec: " + spec + "\n";
  const std::string name = found_in(text).pods.at(0).pod.at("metadata").at("name");
  CHECK(name.size() == 7);
  CHECK(name.starts_with("p-"));
  CHECK(name.find_first_not_of(name.back(), 2) != std::string::npos);
  CHECK(found_in(text).pods.at(0).pod.at("metadata").at("name") == name);
}

TEST_CASE("every workload yields the pod of its template") {
  for (const auto& type : std::vector<std::pair<std::string, std::string>>{{"apps/v1", "Deployment"},
                                                                           {"extensions/v1beta1", "Deployment"},
                                                                           {"apps/v1", "ReplicaSet"},
                                                                           {"apps/v1", "DaemonSet"},
                                                                           {"v1", "ReplicationController"}}) {
    const std::string& kind = type.second;
    CAPTURE(kind);
    const Found found = found_in(workload(type.first, kind));
    REQUIRE(found.pods.size() == 1);
    CHECK(found.pods[0].owner == kind + "/shop/web");
    CHECK(found.pods[0].path == "spec.template");
    CHECK(found.pods[0].pod.at("kind") == "Pod");
    CHECK(found.pods[0].pod.at("metadata").at("namespace") == "shop");
    CHECK(found.pods[0].pod.at("metadata").at("labels").at("a") == "b");
    const std::string name = found.pods[0].pod.at("metadata").at("name");
    CHECK(name.starts_with("web-"));
    CHECK(name.size() == 9);
  }
}

TEST_CASE("a StatefulSet's pod is numbered and has the volumes of its claims") {
  const Found found = found_in(
      "kind: StatefulSet\nmetadata: {name: db}\nspec:\n  volumeClaimTemplates: [{metadata: {name: data}}]\n"
      "  template: {spec: {containers: [{name: c, image: i, volumeMounts: [{name: data, mountPath: /d}]}]}}\n");
  CHECK(found.lines == "StatefulSet/default/db default/db-0 spec.template\n");
  CHECK(found.pods.at(0).pod.at("spec").at("volumes") ==
        nlohmann::json::parse(R"([{"name": "data", "persistentVolumeClaim": {"claimName": "data-db-0"}}])"));
}

TEST_CASE("jobs and cron jobs end, and their policy must say so") {
  const std::string job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec: {template: {spec: ";
  CHECK(found_in(job + "{restartPolicy: Never, containers: [{name: c, image: i}]}}}\n").pods.size() == 1);
  CHECK(found_in(job + spec + "}}\n").lines ==
        "f:4:25: spec.template.spec.restartPolicy: found Always, accepted in a Job: OnFailure, Never\n");
  const Found cron = found_in(
      "kind: CronJob\nmetadata: {name: c}\nspec: {jobTemplate: {spec: {template: {spec: {restartPolicy: OnFailure, "
      "containers: [{name: c, image: i}]}}}}}\n");
  CHECK(cron.pods.at(0).path == "spec.jobTemplate.spec.template");
}

TEST_CASE("lists of lists are opened, and items of a PodList are pods") {
  CHECK(found_in("kind: List\nitems:\n- kind: PodList\n  items:\n  - metadata: {name: a}\n    spec: " + spec +
                 "\n- kind: ConfigMap\n- kind: Pod\n  metadata: {name: b, namespace: m}\n  spec: " + spec + "\n")
            .lines == " default/a items[0].items[0]\n m/b items[2]\n");
}

TEST_CASE("other kinds yield nothing, but a slip of the pen is reported") {
  CHECK(found_in("apiVersion: v1\nkind: Service\n").lines.empty());
  CHECK(found_in("apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nspec: {template: 1}\n").lines.empty());
  CHECK(found_in("apiVersion: apps/v1\nkind: Deploymnet\n").lines ==
        "f:2:7: kind: unknown kind \"Deploymnet\"; did you mean \"Deployment\"?\n");
  CHECK(found_in("metadata: {name: x}\n").lines == "f:1:1: kind: required, but missing\n");
  CHECK(found_in("- 1\n").lines == "f:1:1: found a list, accepted: a Kubernetes object\n");
  CHECK(found_in("kind: Deployment\nmetadata: {name: w}\nspec: {}\n").lines ==
        "f:3:7: spec.template: required, but missing\n");
}

TEST_CASE("a workload has a name that the API server accepts, or a prefix for one") {
  const auto deployment = [](const std::string& metadata) {
    return found_in("kind: Deployment\n" + metadata + "spec: {template: {spec: " + spec + "}}\n").lines;
  };
  CHECK(deployment("") == "f:1:1: metadata.name: required, but missing\n");
  CHECK(deployment("metadata: {labels: {a: b}}\n") == "f:2:11: metadata.name: required, but missing\n");
  CHECK(
      deployment("metadata: {name: Web}\n").starts_with("f:2:18: metadata.name: found the string \"Web\", accepted: "));
  CHECK(deployment("metadata: {name: web, namspace: shop}\n").starts_with("f:2:23: metadata.namspace: unknown field"));
  const std::string generated = deployment("metadata: {generateName: web-}\n");
  CHECK(generated.starts_with("Deployment/default/web-"));
  CHECK(generated == deployment("metadata: {generateName: web-}\n"));
}

TEST_CASE("of a long prefix as much is left as a generated name has space for") {
  const std::string prefix(100, 'w');
  const Found pod = found_in("kind: Pod\nmetadata: {generateName: " + prefix + "}\nspec: " + spec + "\n");
  CHECK(pod.pods.at(0).pod.at("metadata").at("name").get<std::string>().size() == 63);
  const Found daemon =
      found_in("kind: DaemonSet\nmetadata: {name: " + prefix + "}\nspec: {template: {spec: " + spec + "}}\n");
  CHECK(daemon.pods.at(0).pod.at("metadata").at("name").get<std::string>().size() == 63);
  CHECK(daemon.pods.at(0).owner == "DaemonSet/default/" + prefix);
}

TEST_CASE("a workload with problems yields no pod") {
  CHECK(found_in("kind: Deployment\nmetadata: {name: w}\nspec: {template: {spec: {containers: []}}}\n").lines ==
        "f:3:38: spec.template.spec.containers: required, but empty\n");
}

TEST_CASE("items are those of a list, and an object that only has items is passed over") {
  const std::string items = "items: [{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " + spec + "}]\n";
  CHECK(found_in("apiVersion: example.com/v1\nkind: Thing\n" + items).lines.empty());
  CHECK(found_in("apiVersion: v1\nkind: List\n" + items).pods.size() == 1);
  CHECK(found_in("apiVersion: v1\nkind: List\n").lines.empty());
}

}  // namespace podreel::manifests
