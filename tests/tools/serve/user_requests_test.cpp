// What people ask beside objects: to run something, what they may do, how a table is sorted, what would happen.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

const std::string web = std::string{pods} + "/web";

json first_row(Served& served, const std::string& target) {
  return json::parse(served.ask("GET", target, {}, {}, table).body).at("rows").at(0);
}

}  // namespace

TEST_CASE("nothing can be run in a container, and the client gets the reason") {
  Served served;
  for (const char* way : {"exec", "attach", "portforward", "proxy"}) {
    for (const char* method : {"GET", "POST"}) {
      CHECK(served.refusal(method, web + '/' + way) ==
            "501 NotImplemented: pods/" + std::string{way} +
                " \"web\": simulated containers run no processes, so you cannot connect to them");
    }
  }
  CHECK(served.refusal("POST", web + "/exec?container=nope") ==
        "400 BadRequest: container nope is not valid for pod web");
  CHECK(served.refusal("POST", std::string{pods} + "/nope/exec") == "404 NotFound: pods \"nope\" not found");
}

TEST_CASE("everybody may do everything, and is nobody") {
  Served served;
  const std::string authorization = "/apis/authorization.k8s.io/v1/";
  const json asked{{"spec", {{"resourceAttributes", {{"verb", "create"}, {"resource", "pods"}}}}}};
  const json review = served.done("POST", authorization + "selfsubjectaccessreviews", asked.dump());
  CHECK(review["kind"] == "SelfSubjectAccessReview");
  CHECK(review["status"]["allowed"] == true);
  CHECK(review["spec"] == asked["spec"]);
  const json rules = served.done("POST", authorization + "selfsubjectrulesreviews", "{}")["status"];
  CHECK(rules["resourceRules"][0]["verbs"] == json{"*"});
  const json self = served.done("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
  CHECK(self["status"]["userInfo"]["username"] == "system:anonymous");
  CHECK(served.refusal("POST", authorization + "selfsubjectaccessreviews", "[]").starts_with("400 BadRequest"));
  CHECK(served.refusal("GET", authorization + "selfsubjectaccessreviews").starts_with("405 MethodNotAllowed"));
}

TEST_CASE("rows have of their objects what is asked for") {
  Served served;
  CHECK(first_row(served, pods)["object"]["kind"] == "PartialObjectMetadata");
  CHECK_FALSE(first_row(served, pods)["object"].contains("spec"));
  const std::string query = "?includeObject=";
  CHECK(first_row(served, pods + query + "Object")["object"]["spec"]["containers"].size() == 1);
  CHECK(first_row(served, web + query + "Object")["object"]["kind"] == "Pod");
  CHECK(first_row(served, pods + query + "None")["object"].is_null());
  CHECK(served.ask("GET", pods + query + "All", {}, {}, table).status == 400);
}

TEST_CASE("a dry run shows a pod as it would be stored, and a Service with its address") {
  Served served;
  const json dry = served.done("POST", std::string{pods} + "?dryRun=All", pod("x"));
  CHECK(dry["spec"]["terminationGracePeriodSeconds"] == 30);
  CHECK(dry["status"]["qosClass"] == "BestEffort");
  CHECK(dry["metadata"]["creationTimestamp"] == "2024-01-01T00:00:00Z");
  CHECK(served.ask("GET", std::string{pods} + "/x").status == 404);
  const std::string services_path = "/api/v1/namespaces/default/services";
  const json service =
      served.done("POST", services_path + "?dryRun=All", R"({"metadata":{"name":"s"},"spec":{"ports":[{"port":80}]}})");
  CHECK(service["spec"]["clusterIP"].get<std::string>().starts_with("10."));
  CHECK(service["metadata"]["creationTimestamp"] == "2024-01-01T00:00:00Z");
  CHECK(served.ask("GET", services_path + "/s").status == 404);
}

TEST_CASE("what is applied no more goes with all that was filled into it") {
  Served served;
  const auto apply = [&served](const std::string& containers) {
    return served.done(
        "PATCH", "/apis/apps/v1/namespaces/default/deployments/d?fieldManager=me",
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"selector":)"
        R"({"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[)" +
            containers + "]}}}}",
        "application/apply-patch+yaml")["spec"]["template"]["spec"]["containers"];
  };
  CHECK(apply(R"({"name":"one","image":"a"},{"name":"two","image":"b"})").size() == 2);
  const json left = apply(R"({"name":"two","image":"b"})");
  REQUIRE(left.size() == 1);
  CHECK(left[0]["name"] == "two");
}

TEST_CASE("the node says where it is") {
  Served served;
  const json cells = first_row(served, "/api/v1/nodes")["cells"];
  CHECK(cells[5] == "192.168.0.1");
  CHECK(cells[9] == "podreel://simulated");
}

TEST_CASE("a debugging container is added to a pod, and stays as it is when the list is sent again") {
  Served served;
  const std::string target = web + "/ephemeralcontainers";
  const std::string first = R"({"name":"debug","image":"busybox"})";
  const auto add = [&](const std::string& containers) {
    return R"({"spec":{"ephemeralContainers":[)" + containers + "]}}";
  };
  const json added = served.done("PATCH", target, add(first), strategic_patch);
  CHECK(added["spec"]["ephemeralContainers"].size() == 1);
  CHECK(added["spec"]["ephemeralContainers"][0]["image"] == "busybox");
  const std::string second = R"({"name":"debug-2","image":"busybox"})";
  CHECK(served.done("PATCH", target + "?dryRun=All", add(second), strategic_patch)["kind"] == "Pod");
  CHECK(served.get(web)["spec"]["ephemeralContainers"].size() == 1);
  CHECK(served.done("PATCH", target, add(first + ',' + second), merge_patch)["spec"]["ephemeralContainers"].size() ==
        2);
  const std::string refusal = served.refusal("PATCH", target, add(R"({"name":"debug-3"})"), strategic_patch);
  CHECK(refusal.starts_with("422 Invalid: Pod \"web\" is invalid: spec.ephemeralContainers"));
  CHECK(refusal.find("image") != std::string::npos);
  CHECK(served.get(web)["spec"]["ephemeralContainers"].size() == 2);
}

TEST_CASE("a scale is an int32 that is not negative") {
  Served served;
  REQUIRE(served
              .ask("POST", "/apis/apps/v1/namespaces/default/replicasets",
                   R"({"metadata":{"name":"r"},"spec":{"replicas":0,"selector":{"matchLabels":{"a":"b"}},
                   "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"app","image":"a"}]}}}})")
              .status == 201);
  const std::string target = "/apis/apps/v1/namespaces/default/replicasets/r/scale?dryRun=All";
  const auto scale = [&](const std::string& replicas) {
    return served.ask("PATCH", target, R"({"spec":{"replicas":)" + replicas + "}}", merge_patch).status;
  };
  CHECK(scale("2147483647") == 200);
  CHECK(scale("2147483648") == 422);
  CHECK(scale("0") == 200);
  CHECK(scale("-1") == 422);
}

}  // namespace podreel::serve
