// What users do to nodes, budgets and unscheduled pods.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

const std::string node = "/api/v1/nodes/node-1";

std::string pod_path(const std::string& name) {
  return std::string{pods} + '/' + name;
}

}  // namespace

TEST_CASE("an update that the engine refuses is answered with its refusal") {
  Served served;
  const std::string web = pod_path("web");
  const std::string before = served.ask("GET", web).body;
  CHECK(served.refusal("PATCH", web, R"({"spec":{"hostNetwork":true}})", merge_patch)
            .starts_with("422 Invalid: Pod \"web\" is invalid: spec: Forbidden: pod updates may not change fields"));
  json whole = json::parse(before);
  whole["spec"]["containers"].push_back({{"name", "more"}, {"image", "nginx"}});
  CHECK(
      served.refusal("PUT", web, whole.dump()) ==
      "422 Invalid: Pod \"web\" is invalid: spec.containers: Forbidden: pod updates may not add or remove containers");
  const json status = json::parse(served.ask("PUT", web, whole.dump()).body);
  CHECK(status.at("details").at("causes").at(0).at("reason") == "FieldValueForbidden");
  CHECK(status.at("details").at("causes").at(0).at("field") == "spec.containers");
  CHECK(served.ask("GET", web).body == before);
  whole = json::parse(before);
  whole["spec"]["containers"][0]["image"] = "nginx:2";
  CHECK(served.done("PUT", web, whole.dump()).at("spec").at("containers").at(0).at("image") == "nginx:2");
  CHECK(served.refusal("PUT", web, whole.dump()).starts_with("409 Conflict"));
}

TEST_CASE("an update is judged by the API server of the present") {
  Served served;
  const std::string resize = pod_path("web") + "/resize";
  const char* patch = R"({"spec":{"containers":[{"name":"app","resources":{"requests":{"cpu":"2"}}}]}})";
  CHECK(served.refusal("PATCH", resize, patch, strategic_patch) ==
        "404 NotFound: the server could not find the requested resource");
  CHECK(served.ask("POST", "/podreel/v1/steps", R"({"upgradeApiServer":{"version":"1.35"}})").status == 200);
  CHECK(served.get("/version").at("minor") == "35");
  CHECK(served.refusal("PATCH", resize, patch, strategic_patch).starts_with("422 Invalid: Pod \"web\" is invalid"));
}

TEST_CASE("a cordoned node takes no pods until it is uncordoned") {
  Served served;
  CHECK(served.done("PATCH", node, R"({"spec":{"unschedulable":true}})", strategic_patch)["spec"]["unschedulable"] ==
        true);
  served.advance("1s");
  CHECK(served.get(node)["spec"]["taints"][0]["key"] == "node.kubernetes.io/unschedulable");
  served.done("POST", pods, pod("late"));
  served.advance("5s");
  const json waiting = served.get(pod_path("late"));
  CHECK(waiting["status"]["phase"] == "Pending");
  CHECK_FALSE(waiting["spec"].contains("nodeName"));
  CHECK(waiting["status"]["conditions"][0]["reason"] == "Unschedulable");
  CHECK(served.last_event("late") ==
        "FailedScheduling: 0/1 nodes are available: 1 node(s) were unschedulable. preemption: 0/1 nodes are available: "
        "1 Preemption is not helpful for scheduling.");
  CHECK(json::parse(served.ask("GET", node, {}, {}, table).body)["rows"][0]["cells"][1] == "Ready,SchedulingDisabled");
  served.done("PATCH", node, R"({"spec":{"unschedulable":null}})", strategic_patch);
  served.advance("5s");
  CHECK(served.get(pod_path("late"))["status"]["phase"] == "Running");
  CHECK_FALSE(served.get(node)["spec"].contains("taints"));
}

TEST_CASE(
    "a node selector needs a label of the node, and an extended resource an amount, also if the scenario names none") {
  Served served;
  json picky = json::parse(pod("picky"));
  picky["spec"]["nodeSelector"] = {{"gpu", "yes"}};
  served.done("POST", pods, picky.dump());
  json usual = json::parse(pod("usual"));
  usual["spec"]["nodeSelector"] = {{"kubernetes.io/os", "linux"}};
  served.done("POST", pods, usual.dump());
  json greedy = json::parse(pod("greedy"));
  greedy["spec"]["containers"][0]["resources"] = {{"limits", {{"nvidia.com/gpu", "8"}}}};
  served.done("POST", pods, greedy.dump());
  json huge = json::parse(pod("huge"));
  huge["spec"]["containers"][0]["resources"] = {{"requests", {{"cpu", "1"}}}, {"limits", {{"hugepages-2Mi", "4Mi"}}}};
  served.done("POST", pods, huge.dump());
  served.advance("5s");
  CHECK(served.get(pod_path("picky"))["status"]["phase"] == "Pending");
  CHECK(served.last_event("picky").starts_with(
      "FailedScheduling: 0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector."));
  CHECK(served.get(pod_path("usual"))["status"]["phase"] == "Running");
  CHECK(served.last_event("greedy").starts_with(
      "FailedScheduling: 0/1 nodes are available: 1 Insufficient nvidia.com/gpu."));
  CHECK(served.last_event("huge").starts_with(
      "FailedScheduling: 0/1 nodes are available: 1 Insufficient hugepages-2Mi."));
}

TEST_CASE("labels, annotations and taints of a node are kept and obeyed") {
  Served served;
  served.done("PATCH", node, R"({"metadata":{"labels":{"disk":"ssd"},"annotations":{"a":"b"}}})", merge_patch);
  CHECK(served.get(node)["metadata"]["labels"]["disk"] == "ssd");
  CHECK(served.get(node)["metadata"]["annotations"]["a"] == "b");
  json picky = json::parse(pod("picky"));
  picky["spec"]["nodeSelector"] = {{"disk", "hdd"}};
  served.done("POST", pods, picky.dump());
  served.advance("2s");
  CHECK(served.last_event("picky").starts_with(
      "FailedScheduling: 0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector."));
  served.done("PATCH", node, R"({"metadata":{"labels":{"disk":"hdd"}}})", merge_patch);
  served.advance("5s");
  CHECK(served.get(pod_path("picky"))["status"]["phase"] == "Running");
  served.done("PATCH", node, R"({"spec":{"taints":[{"key":"k","value":"v","effect":"NoExecute"}]}})", strategic_patch);
  served.advance("5s");
  CHECK(served.ask("GET", pod_path("picky")).status == 404);
  CHECK(served.refusal("PATCH", node, R"({"spec":{"taints":[{"key":"k","effect":"No"}]}})", strategic_patch) ==
        "422 Invalid: Node \"node-1\" is invalid: spec.taints[0].effect: Unsupported value: \"No\": supported values: "
        "\"NoExecute\", \"NoSchedule\", \"PreferNoSchedule\"");
}

TEST_CASE("a pod is bound by hand, once") {
  Served served;
  served.done("PATCH", node, R"({"spec":{"unschedulable":true}})", merge_patch);
  served.done("POST", pods, pod("new"));
  const std::string binding = pod_path("new") + "/binding";
  const char* target = R"({"target":{"kind":"Node","name":"node-1"}})";
  CHECK(served.refusal("POST", binding, R"({"target":{"name":"node-9"}})") ==
        "404 NotFound: nodes \"node-9\" not found");
  CHECK(served.refusal("POST", binding, "{}").starts_with("422 Invalid: Binding \"new\" is invalid: target.name"));
  CHECK(served.ask("POST", binding, target).status == 201);
  CHECK(served.refusal("POST", binding, target) ==
        "409 Conflict: Operation cannot be fulfilled on pods/binding \"new\": pod new is already assigned to node "
        "\"node-1\"");
  served.advance("5s");
  CHECK(served.get(pod_path("new"))["status"]["phase"] == "Running");
}

TEST_CASE("an unscheduled pod is deleted at once, and a gated one is not scheduled") {
  Served served;
  json gated = json::parse(pod("gated"));
  gated["spec"]["schedulingGates"] = json::array({{{"name", "example.com/wait"}}});
  served.done("POST", pods, gated.dump());
  served.advance("2s");
  CHECK(served.get(pod_path("gated"))["status"]["conditions"][0]["reason"] == "SchedulingGated");
  served.done("DELETE", pod_path("gated"));
  CHECK(served.ask("GET", pod_path("gated")).status == 404);
}

TEST_CASE("a budget refuses evictions that it has no room for") {
  Served served;
  const std::string budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  for (const char* name : {"a", "b"}) {
    json labelled = json::parse(pod(name));
    labelled["metadata"]["labels"] = {{"app", "x"}};
    served.done("POST", pods, labelled.dump());
  }
  served.done("POST", budgets,
              R"({"metadata":{"name":"x"},"spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"x"}}}})");
  served.advance("10s");
  const json status = served.get(budgets + "/x")["status"];
  CHECK(status["currentHealthy"] == 2);
  CHECK(status["disruptionsAllowed"] == 1);
  CHECK(status["conditions"][0]["reason"] == "SufficientPods");
  CHECK(served.ask("POST", pod_path("a") + "/eviction", R"({"metadata":{"name":"a"}})").status == 201);
  CHECK(served.refusal("POST", pod_path("b") + "/eviction", R"({"metadata":{"name":"b"}})") ==
        "429 TooManyRequests: Cannot evict pod as it would violate the pod's disruption budget.");
  const json refused = json::parse(served.ask("POST", pod_path("b") + "/eviction", "{}").body);
  CHECK(refused["details"]["causes"][0]["reason"] == "DisruptionBudget");
  CHECK(refused["details"]["causes"][0]["message"] ==
        "The disruption budget x needs 1 healthy pods and has 2 currently");
  served.done("POST", budgets, R"({"metadata":{"name":"y"},"spec":{"maxUnavailable":1,"selector":{}}})");
  CHECK(served.refusal("POST", pod_path("b") + "/eviction", "{}").starts_with("500 InternalError: This pod has more"));
}

TEST_CASE("config maps, secrets and leases are kept") {
  Served served;
  const std::string maps = "/api/v1/namespaces/default/configmaps";
  served.done("POST", maps, R"({"metadata":{"name":"m"},"data":{"k":"v"}})");
  CHECK(served.done("PATCH", maps + "/m", R"({"data":{"l":"w"}})", merge_patch)["data"].size() == 2);
  CHECK(served.refusal("POST", maps, R"({"metadata":{"name":"n"},"data":{"k":1}})")
            .starts_with("400 BadRequest: ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot"));
  CHECK(served.refusal("POST", maps, R"({"metadata":{"name":"n"},"date":{}})") ==
        "400 BadRequest: ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: unknown "
        "field \"date\"");
  const std::string secrets = "/api/v1/namespaces/default/secrets";
  const json secret = served.done("POST", secrets, R"({"metadata":{"name":"s"},"stringData":{"k":"hi"}})");
  CHECK(secret["data"]["k"] == "aGk=");
  CHECK(secret["type"] == "Opaque");
  served.done("POST", "/apis/coordination.k8s.io/v1/namespaces/default/leases",
              R"({"metadata":{"name":"l"},"spec":{"holderIdentity":"me"}})");
  CHECK(json::parse(served.ask("GET", maps, {}, {}, table).body)["rows"][0]["cells"][1] == 2);
  const json gone = served.done("DELETE", maps + "/m");
  CHECK(gone["status"] == "Success");
  CHECK(gone["details"]["kind"] == "configmaps");
  CHECK(served.ask("GET", maps + "/m").status == 404);
}

TEST_CASE("a list comes in pages of one version") {
  Served served;
  for (const char* name : {"a", "b", "c"}) served.done("POST", pods, pod(name));
  const json first = served.get(std::string{pods} + "?limit=2");
  CHECK(first["items"].size() == 2);
  CHECK(first["metadata"]["remainingItemCount"] == 2);
  served.done("DELETE", pod_path("c"));
  const std::string token = first["metadata"]["continue"];
  const json second = served.get(std::string{pods} + "?limit=2&continue=" + token);
  CHECK(second["items"].size() == 2);
  CHECK(second["items"][0]["metadata"]["name"] == "c");
  CHECK(second["metadata"]["resourceVersion"] == first["metadata"]["resourceVersion"]);
  CHECK_FALSE(second["metadata"].contains("continue"));
  const std::string version = first["metadata"]["resourceVersion"];
  CHECK(served.get(std::string{pods} + "?resourceVersion=" + version + "&resourceVersionMatch=Exact")["items"].size() ==
        4);
  CHECK(served.get(std::string{pods} + "?resourceVersion=" + version)["items"].size() == 3);
  CHECK(served.refusal("GET", std::string{pods} + "?continue=nonsense") == "400 BadRequest: continue key is not valid");
  CHECK(served.refusal("GET", std::string{pods} + "?resourceVersion=999999")
            .starts_with("504 Timeout: Too large resource version: 999999, current: "));
}

TEST_CASE("what a new object says of its own past is ignored") {
  Served served;
  const json made = served.done("POST", "/api/v1/namespaces/default/configmaps",
                                R"({"metadata":{"name":"c","uid":"mine","creationTimestamp":"2001-01-01T00:00:00Z",
                                "generation":7,"deletionTimestamp":"2001-01-01T00:00:00Z","selfLink":"/x",
                                "deletionGracePeriodSeconds":5,"resourceVersion":""},"data":{"a":"b"}})")["metadata"];
  CHECK(made["uid"] != "mine");
  CHECK(made["creationTimestamp"] == "2024-01-01T00:00:00Z");
  for (const char* field : {"generation", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"}) {
    CAPTURE(field);
    CHECK_FALSE(made.contains(field));
  }
}

TEST_CASE("a budget has one limit, and evicts pods that are not ready as it says") {
  Served served;
  const std::string budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  const auto budget = [](const std::string& limits) {
    return R"({"metadata":{"name":"x"},"spec":{"selector":{"matchLabels":{"app":"x"}},)" + limits + "}}";
  };
  CHECK(served.refusal("POST", budgets, budget(R"("minAvailable":1,"maxUnavailable":1)"))
            .find("minAvailable and maxUnavailable cannot be both set") != std::string::npos);
  CHECK(served.refusal("POST", budgets, budget(R"("minAvailable":1,"unhealthyPodEvictionPolicy":"Sometimes")"))
            .find("spec.unhealthyPodEvictionPolicy: Unsupported value") != std::string::npos);
  for (const char* policy : {"IfHealthyBudget", "AlwaysAllow"}) {
    CAPTURE(policy);
    Served fresh;
    json unready = json::parse(pod("b"));
    unready["metadata"]["labels"] = {{"app", "x"}};
    unready["spec"]["containers"][0]["readinessProbe"] = {{"tcpSocket", {{"port", 1}}}, {"initialDelaySeconds", 3600}};
    fresh.done("POST", pods, unready.dump());
    fresh.done("POST", budgets,
               budget(R"("minAvailable":1,"unhealthyPodEvictionPolicy":")" + std::string{policy} + '"'));
    fresh.advance("10s");
    CHECK(fresh.ask("POST", pod_path("b") + "/eviction", "{}").status ==
          (std::string_view{policy} == "AlwaysAllow" ? 201 : 429));
  }
}

TEST_CASE("a taint has a key") {
  Served served;
  const std::string node = "/api/v1/nodes/" + served.session.simulation.node().node_name();
  CHECK(served.refusal("PATCH", node, R"({"spec":{"taints":[{"effect":"NoSchedule"}]}})", merge_patch)
            .find("spec.taints[0].key: Required value") != std::string::npos);
  CHECK(served.ask("PATCH", node, R"({"spec":{"taints":[{"key":"a","effect":"NoSchedule"}]}})", merge_patch).status ==
        200);
}

TEST_CASE("an object that is immutable stays so, with its data") {
  Served served;
  const std::string configs = "/api/v1/namespaces/default/configmaps";
  served.done("POST", configs, R"({"metadata":{"name":"c"},"immutable":true,"data":{"a":"b"}})");
  for (const char* change : {R"({"data":{"a":"c"}})", R"({"binaryData":{"b":"YQ=="}})", R"({"immutable":false})"}) {
    CAPTURE(change);
    CHECK(served.refusal("PATCH", configs + "/c", change, merge_patch)
              .find("field is immutable when `immutable` is set") != std::string::npos);
  }
  CHECK(served.ask("PATCH", configs + "/c", R"({"metadata":{"labels":{"a":"b"}}})", merge_patch).status == 200);
}

}  // namespace podreel::serve
