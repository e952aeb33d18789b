// Namespaces that are made and deleted, and what goes with them.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

const std::string all_namespaces = "/api/v1/namespaces";
const std::string shop = all_namespaces + "/shop";

std::string named(const std::string& name) {
  return R"({"metadata":{"name":")" + name + R"("}})";
}

json condition_of(Served& served, const std::string& type) {
  const json conditions = served.get(shop)["status"]["conditions"];
  for (const json& each : conditions) {
    if (each["type"] == type) return each;
  }
  return {};
}

}  // namespace

TEST_CASE("a namespace is made, and pods in it") {
  Served served;
  const json made = served.done("POST", all_namespaces, named("shop"));
  CHECK(made["status"]["phase"] == "Active");
  CHECK(made["metadata"]["labels"]["kubernetes.io/metadata.name"] == "shop");
  CHECK(made["spec"]["finalizers"] == json{"kubernetes"});
  CHECK_FALSE(made["metadata"].contains("generation"));
  CHECK(served.refusal("POST", all_namespaces, named("shop")) ==
        "409 AlreadyExists: namespaces \"shop\" already exists");
  CHECK(served.refusal("POST", all_namespaces, named("a.b")).find("a lowercase RFC 1123 label must consist") !=
        std::string::npos);
  CHECK(served.refusal("POST", all_namespaces, named(std::string(64, 'a'))).starts_with("422 Invalid"));
  served.done("POST", shop + "/pods", pod("web"));
  served.advance("10s");
  CHECK(served.get(shop + "/pods/web")["status"]["phase"] == "Running");
  const json changed =
      served.done("PATCH", shop, R"({"metadata":{"labels":{"a":"b"}},"spec":{"finalizers":[]}})", merge_patch);
  CHECK(changed["metadata"]["labels"]["a"] == "b");
  CHECK(changed["spec"]["finalizers"] == json{"kubernetes"});
  CHECK_FALSE(changed["metadata"].contains("namespace"));
}

TEST_CASE("a namespace that is deleted takes everything with it, pods with their grace") {
  Served served;
  served.done("POST", all_namespaces, named("shop"));
  served.done("POST", shop + "/configmaps", named("settings"));
  const std::string deployments = "/apis/apps/v1/namespaces/shop/deployments";
  served.done("POST", deployments,
              R"({"metadata":{"name":"d"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},
      "template":{"metadata":{"labels":{"a":"b"}},"spec":{"terminationGracePeriodSeconds":20,
        "containers":[{"name":"c","image":"nginx"}]}}}})");
  served.advance("10s");
  CHECK(served.get(shop + "/pods")["items"].size() == 2);
  CHECK(served.done("DELETE", shop)["status"]["phase"] == "Terminating");
  CHECK(served.refusal("POST", shop + "/configmaps", named("more")) ==
        "403 Forbidden: configmaps \"more\" is forbidden: unable to create new content in namespace shop because it is "
        "being terminated");
  served.advance("4s");
  CHECK_FALSE(served.get(shop + "/pods")["items"][0]["metadata"].contains("deletionTimestamp"));
  served.advance("2s");
  CHECK(served.get(deployments)["items"].empty());
  CHECK(served.get(shop + "/configmaps")["items"].empty());
  served.advance("3m");
  CHECK(served.refusal("GET", shop) == "404 NotFound: namespaces \"shop\" not found");
  CHECK(served.get("/api/v1/pods")["items"].size() == 1);
  served.done("POST", all_namespaces, named("shop"));
  CHECK(served.get(shop + "/pods")["items"].empty());
}

TEST_CASE("a namespace says what remains in it") {
  Served served;
  served.done("POST", all_namespaces, named("shop"));
  served.done("POST", shop + "/configmaps", R"({"metadata":{"name":"kept","finalizers":["example.com/wait"]}})");
  served.done("DELETE", shop);
  served.advance("6s");
  CHECK(condition_of(served, "NamespaceContentRemaining")["message"] ==
        "Some resources are remaining: configmaps. has 1 resource instances");
  CHECK(condition_of(served, "NamespaceDeletionContentFailure")["reason"] == "ContentDeleted");
  // It stays however often it is changed.
  served.done("PATCH", shop, R"({"metadata":{"labels":{"a":"b"}}})", merge_patch);
  served.advance("1m");
  CHECK(served.get(shop)["status"]["phase"] == "Terminating");
  served.done("PATCH", shop + "/configmaps/kept", R"({"metadata":{"finalizers":null}})", merge_patch);
  served.advance("10s");
  CHECK(served.ask("GET", shop).status == 404);
}

TEST_CASE("the namespaces of the cluster itself stay") {
  Served served;
  CHECK(served.refusal("DELETE", all_namespaces + "/default") ==
        "403 Forbidden: namespaces \"default\" is forbidden: this namespace may not be deleted");
  CHECK(served.ask("DELETE", all_namespaces + "/kube-node-lease").status == 200);
  CHECK(served.refusal("DELETE", all_namespaces + "/none") == "404 NotFound: namespaces \"none\" not found");
}

}  // namespace podreel::serve
