// What `podreel upgrade` answers, in every form of output.
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
using testing::has;

/// A Deployment's template with an init container, a bare pod that never restarts, and one that is done.
constexpr const char* pods = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  template:
    spec:
      initContainers: [{name: setup, image: "setup:1", volumeMounts: [{name: data, mountPath: /data}]}]
      containers:
        - name: app
          image: "app:1"
          volumeMounts: [{name: data, mountPath: /data}, {name: data, mountPath: /more}]
        - {name: plain, image: "plain:1"}
      volumes: [{name: data, emptyDir: {}}]
---
apiVersion: v1
kind: Pod
metadata: {name: job, namespace: batch}
spec: {restartPolicy: Never, containers: [{name: work, image: "work:1", securityContext: {runAsUser: 1}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: done}
spec: {restartPolicy: Never, containers: [{name: work, image: "work:1", securityContext: {runAsUser: 1}}]}
status: {phase: Succeeded}
)";

CommandResult upgrade(std::vector<std::string> arguments, const std::string& input = pods) {
  arguments.insert(arguments.begin(), {"upgrade", "-f", "-"});
  return testing::run_podreel(arguments, {.standard_input = input});
}

/// The figures of the last column pair of a comparison: "1.12 to 1.17   upstream   3   4".
bool has_line(const std::string& text, std::vector<std::string> words) {
  std::string line;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    line = text.substr(start, end - start);
    start = end + 1;
    std::size_t at = 0;
    bool has_all = true;
    for (const std::string& word : words) {
      at = line.find(word, at);
      has_all = has_all && at != std::string::npos;
      at += has_all ? word.size() : 0;
    }
    if (has_all) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("what restarts is named with its cause, and exit code 1 says that something does") {
  const CommandResult result = upgrade({"--from", "1.13", "--to", "1.15"});
  CHECK(result.exit_code == 1);
  CHECK(result.err == "");
  CHECK(has_line(result.out,
                 {"shop/web-", "app", "regular", "restarts",
                  "1.14 adds VolumeMount.subPathExpr to the hashed type; this container has 2 volumeMounts"}));
  CHECK(has_line(result.out, {"batch/job", "work", "regular", "restarts", "1.15 adds SecurityContext.windowsOptions",
                              "a securityContext"}));
  CHECK_FALSE(has_line(result.out, {"plain"}));
  CHECK_FALSE(has_line(result.out, {"default/done"}));
  CHECK(has_line(
      result.out,
      {"2 containers changed but not restarted: init and ephemeral containers, and containers of finished pods"}));
  CHECK(has_line(result.out, {"1.13 to 1.15: 2 of 3 containers restart"}));
}

TEST_CASE("totals are by namespace, owner and cause") {
  const CommandResult result = upgrade({"--from", "1.30", "--to", "1.31"});
  CHECK(has_line(result.out, {"batch", "1", "1"}));
  CHECK(has_line(result.out, {"shop", "2", "2"}));
  CHECK(has_line(result.out, {"Deployment/shop/web", "2", "2"}));
  CHECK(has_line(result.out, {"3 because 1.31 hashes only name and image"}));
}

TEST_CASE("nothing restarts: exit code 0") {
  const CommandResult result = upgrade({"--from", "1.29", "--to", "1.30"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "1.29 to 1.30: 0 of 3 containers restart\n");
}

TEST_CASE("-o wide has every container with its hashes and its owner") {
  const CommandResult result = upgrade({"--from", "1.13", "--to", "1.14", "-o", "wide"});
  CHECK(has_line(result.out, {"POD", "CONTAINER", "KIND", "EFFECT", "BEFORE", "AFTER", "OWNER", "CAUSE"}));
  CHECK(has_line(result.out, {"shop/web-", "setup", "init", "changed, left alone", "Deployment/shop/web"}));
  CHECK(has_line(result.out, {"shop/web-", "plain", "regular", "stays", "Deployment/shop/web"}));
  CHECK(has_line(result.out, {"default/done", "work", "regular", "stays", " - "}));
}

TEST_CASE("-o json has containers, causes and totals") {
  const json document = json::parse(upgrade({"--from", "1.13", "--to", "1.14", "-o", "json"}).out);
  const json& answer = document.at("upgrades").at(0);
  CHECK(answer.at("from") == "1.13");
  CHECK(answer.at("to") == "1.14");
  CHECK(answer.at("policy") == "upstream");
  REQUIRE(answer.at("containers").size() == 5);
  const json& app = answer.at("containers").at(1);
  CHECK(app.at("container") == "app");
  CHECK(app.at("owner") == "Deployment/shop/web");
  CHECK(app.at("restarts") == true);
  CHECK(app.at("cause").at("kind") == "types");
  CHECK(app.at("cause").at("detail") == "this container has 2 volumeMounts");
  CHECK(app.at("before") != app.at("after"));
  CHECK(answer.at("totals").at("restarting") == 1);
  CHECK(answer.at("totals").at("changedButLeftAlone") == 1);
  CHECK(answer.at("totals").at("causes").at(0).at("restarting") == 1);
}

TEST_CASE("-o yaml is the same document, -o jsonl a line for each container") {
  const CommandResult yaml = upgrade({"--from", "1.13", "--to", "1.14", "-o", "yaml"});
  CHECK(yaml.exit_code == 1);
  CHECK(has_line(yaml.out, {"upgrades:"}));
  CHECK(has_line(yaml.out, {"restarting: 1"}));
  const CommandResult lines = upgrade({"--from", "1.13", "--to", "1.14", "-o", "jsonl"});
  CHECK(std::ranges::count(lines.out, '\n') == 5);
  CHECK(json::parse(lines.out.substr(0, lines.out.find('\n'))).at("container") == "setup");
}

TEST_CASE("-o sarif is SARIF 2.1.0, with a result and a place for each container that restarts") {
  const json log = json::parse(upgrade({"--from", "1.13", "--to", "1.14", "-o", "sarif"}).out);
  CHECK(log.at("version") == "2.1.0");
  CHECK(log.at("$schema").get<std::string>().find("sarif-2.1.0") != std::string::npos);
  const json& run = log.at("runs").at(0);
  CHECK(run.at("tool").at("driver").at("name") == "podreel");
  REQUIRE(run.at("results").size() == 1);
  const json& result = run.at("results").at(0);
  CHECK(result.at("level") == "warning");
  CHECK(result.at("message").at("text").get<std::string>().find("subPathExpr") != std::string::npos);
  const json& location = result.at("locations").at(0);
  CHECK(location.at("logicalLocations").at(0).at("fullyQualifiedName").get<std::string>().ends_with("/app"));
  bool is_declared = false;
  for (const json& rule : run.at("tool").at("driver").at("rules")) is_declared |= rule.at("id") == result.at("ruleId");
  CHECK(is_declared);
}

TEST_CASE("SARIF positions are those in the file") {
  const CommandResult result = testing::run_shell(
      "d=$(mktemp -d); printf 'kind: Pod\\nmetadata: {name: a}\\nspec: {containers: [{name: c, image: i}]}\\n' > "
      "$d/a.yaml; cd $d; podreel upgrade --from 1.30 --to 1.31 -o sarif a.yaml; rm -r $d");
  const json place = json::parse(result.out).at("runs").at(0).at("results").at(0).at("locations").at(0);
  CHECK(place.at("physicalLocation").at("artifactLocation").at("uri") == "a.yaml");
  CHECK(place.at("physicalLocation").at("region") == json{{"startLine", 1}, {"startColumn", 1}});
}

TEST_CASE("a path reports each step, and what a step leaves alone keeps its hash") {
  const CommandResult result = upgrade({"--path", "1.12,1.14,1.17"});
  CHECK(result.exit_code == 1);
  CHECK(has_line(result.out, {"1.12 to 1.14: 1 of 3 containers restart"}));
  CHECK(has_line(result.out, {"1.14 to 1.17: 3 of 3 containers restart"}));
  CHECK(has_line(result.out, {"1.12 to 1.14", "upstream", "1", "3"}));
}

TEST_CASE("policies are compared, there and back") {
  const CommandResult result = upgrade({"--path", "1.12,1.17,1.12", "--policy", "upstream", "--policy",
                                        "dual-hash 1.12", "--policy", "serialized-spec", "--policy", "rewrite"});
  CHECK(has_line(result.out, {"1.12 to 1.17", "upstream", "3", "3"}));
  CHECK(has_line(result.out, {"1.17 to 1.12", "upstream", "3", "3"}));
  for (const char* policy : {"dual-hash 1.12", "serialized-spec", "rewrite"}) {
    CAPTURE(policy);
    CHECK(has_line(result.out, {"1.12 to 1.17", policy, "0", "3"}));
    CHECK(has_line(result.out, {"1.17 to 1.12", policy, "0", "3"}));
  }
  CHECK(upgrade({"--from", "1.12", "--to", "1.17", "--policy", "dual-hash 1.12 via 1.17 ignoring SubPathExpr"})
            .exit_code == 1);
  CHECK(upgrade({"--from", "1.12", "--to", "1.17", "--policy",
                 "dual-hash 1.12 via 1.17 ignoring SubPathExpr,StartupProbe,WindowsOptions"})
            .exit_code == 0);
}

TEST_CASE("a downgrade is answered, and said") {
  const CommandResult result = upgrade({"--from", "1.31", "--to", "1.30"});
  CHECK(result.exit_code == 1);
  CHECK(result.err == "podreel upgrade: 1.31 to 1.30 is a downgrade\n");
}

TEST_CASE("an API server that stores more fields changes a container although the kubelets agree") {
  const std::string resizable =
      "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i, resizePolicy: [{resourceName: cpu, "
      "restartPolicy: NotRequired}]}]}\n";
  CHECK(upgrade({"--from", "1.27", "--to", "1.28"}, resizable).exit_code == 0);
  const CommandResult result =
      upgrade({"--from", "1.27", "--to", "1.28", "--apiserver-from", "1.28", "--apiserver-to", "1.33"}, resizable);
  CHECK(result.exit_code == 1);
  CHECK(has_line(result.out, {"the API server stores another resizePolicy"}));
}

TEST_CASE("API servers of 1.33 leave containers with resources as kubelets of 1.30 know them") {
  const std::string requesting =
      "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}\n";
  CHECK(upgrade({"--from", "1.29", "--to", "1.30", "--apiserver-from", "1.32", "--apiserver-to", "1.33"}, requesting)
            .exit_code == 0);
}

TEST_CASE("a pod that the API server has stored is taken as it is, under its Deployment") {
  const std::string stored =
      R"({"kind":"List","items":[{"kind":"Pod","metadata":{"name":"web-5d4-x","namespace":"shop","uid":"u",)"
      R"("labels":{"pod-template-hash":"5d4"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet",)"
      R"("name":"web-5d4","uid":"r","controller":true}]},"spec":{"containers":[{"name":"app","image":"i"}]}}]})";
  const json document = json::parse(upgrade({"--from", "1.30", "--to", "1.31", "-o", "json"}, stored).out);
  CHECK(document.at("upgrades").at(0).at("containers").at(0).at("owner") == "Deployment/shop/web");
}

TEST_CASE("files may be named with and without -f") {
  const CommandResult result = upgrade({"--from", "1.13", "--to", "1.14", "scenarios/single-pod.yaml"});
  CHECK(has_line(result.out, {"1.13 to 1.14: 1 of 3 containers restart"}));
}

TEST_CASE("input without pods is no answer, whatever it is") {
  const std::string nothing = "{kind: List, apiVersion: v1, items: []}\n";
  for (const std::vector<std::string>& question :
       {std::vector<std::string>{"--from", "1.30", "--to", "1.31"}, {"--to", "1.31"}, {"--matrix"}}) {
    CAPTURE(question);
    const CommandResult result = upgrade(question, nothing);
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK(
        has(result.err,
            "podreel upgrade: found no pods to evaluate; accepted: the output of kubectl get nodes,pods -A -o json, or "
            "manifests with pods\n"));
  }
  const std::string node = testing::printed_list({testing::dumped_node("a", "v1.30.4")});
  CHECK(upgrade({"--to", "1.31"}, node).exit_code == 2);
}

TEST_CASE("a changed sidecar restarts where kubelets restart sidecars") {
  const std::string pod =
      "kind: Pod\nmetadata: {name: a}\nspec:\n  initContainers: [{name: s, image: i, restartPolicy: Always}]\n"
      "  containers: [{name: c, image: i}]\n";
  CHECK(has_line(upgrade({"--from", "1.30", "--to", "1.32"}, pod).out, {"default/a", "s", "init", "restarts"}));
}

}  // namespace podreel
