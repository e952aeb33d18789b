// Manifests that a server creates when it starts.
#include "tools/serve/manifests.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

const std::string node_alone =
    "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: empty}\nspec: {timeline: []}\n";

const std::string web_manifests = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: web:1, command: [sleep, "60"]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
)";

struct ReadManifests {
  Manifests manifests;
  std::vector<api::Problem> problems;
};

ReadManifests manifests_in(const std::string& text) {
  ReadManifests read;
  add_manifests(api::load_documents(text, "web.yaml"), "web.yaml", read.manifests, read.problems);
  return read;
}

}  // namespace

TEST_CASE("a server creates the objects of manifests, and controllers their pods") {
  ReadManifests manifests = manifests_in(web_manifests);
  REQUIRE(manifests.problems.empty());
  Served served{node_alone};
  CHECK(create_objects(served.session, manifests.manifests).empty());
  served.advance("30s");
  CHECK(served.get("/apis/apps/v1/namespaces/shop/deployments/web")["status"]["readyReplicas"] == 3);
  CHECK(served.get("/api/v1/namespaces/shop/services/web")["metadata"]["name"] == "web");
  CHECK(scripts_of(manifests.manifests).front().name == "shop/web-*");
}

TEST_CASE("items of lists are created, and namespaces come first") {
  const ReadManifests manifests = manifests_in(
      "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: web}}\n"
      "- {apiVersion: v1, kind: Namespace, metadata: {name: web, labels: {team: core}}}\n");
  REQUIRE(manifests.problems.empty());
  Served served{node_alone};
  CHECK(create_objects(served.session, manifests.manifests).empty());
  CHECK(served.get("/api/v1/namespaces/web")["metadata"]["labels"]["team"] == "core");
}

TEST_CASE("objects of kinds that are not served are refused with their position") {
  const ReadManifests manifests = manifests_in(
      "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\n---\n"
      "apiVersion: v1\nkind: Node\nmetadata: {name: n}\n---\nkind: Pod\n");
  REQUIRE(manifests.problems.size() == 3);
  CHECK(api::to_string(manifests.problems.front())
            .starts_with("web.yaml:1:1: found Ingress of networking.k8s.io/v1, which is not served; accepted: "
                         "ConfigMap of v1, "));
  CHECK(manifests.problems[1].message.starts_with("found Node of v1, which is not served"));
  CHECK(manifests.problems[2].message.starts_with("found an object without apiVersion and kind"));
}

TEST_CASE("an object that the API server refuses is a problem") {
  const ReadManifests manifests = manifests_in(
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n"
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  Served served{node_alone};
  const std::vector<api::Problem> problems = create_objects(served.session, manifests.manifests);
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().message == "configmaps \"a\" already exists");
}

TEST_CASE("a session begins at the given time, and keeps it when it goes back") {
  const sim::Time start = sim::from_unix_seconds(1'800'000'000);
  const format::Loaded loaded = format::load_scenarios(api::load_documents(node_alone, "empty.yaml"), "empty.yaml");
  Session session{loaded.scenarios.front(), 0, net::MemoryBudget{}, start};
  const auto created = [&session] {
    return nlohmann::json::parse(answer(session, {.method = "GET", .target = "/api/v1/namespaces/default"}).body)
        .at("metadata")
        .at("creationTimestamp");
  };
  CHECK(created() == "2027-01-15T08:00:00Z");
  REQUIRE(answer(session, {.method = "POST", .target = "/podreel/v1/seek", .body = R"({"to":"0s"})"}).status < 300);
  CHECK(created() == "2027-01-15T08:00:00Z");
}

}  // namespace podreel::serve
