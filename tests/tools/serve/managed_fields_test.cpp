// metadata.managedFields: who has set what, as it is shown and sent.
#include "tools/serve/managed_fields.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>

#include "tests/support/served_cluster.hpp"
#include "tools/serve/watch_stream.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

constexpr const char* apply_patch = "application/apply-patch+yaml";
constexpr const char* json_patch = "application/json-patch+json";
const std::string maps_path = "/api/v1/namespaces/default/configmaps";
const std::string map_path = maps_path + "/m";

std::string sent_by(const std::string& manager, const std::string& path = map_path) {
  return path + "?fieldManager=" + manager;
}

std::string config_map(const std::string& data) {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m"},"data":)" + data + "}";
}

json managers_of(Served& served, const std::string& path = map_path) {
  return served.get(path)["metadata"].value("managedFields", json{});
}

/// "me Apply, you Update".
std::string manager_names(Served& served, const std::string& path = map_path) {
  std::string text;
  for (const json& entry : managers_of(served, path)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", entry["manager"].get<std::string>(),
                        entry["operation"].get<std::string>());
  }
  return text;
}

}  // namespace

TEST_CASE("a pod that is created belongs to the program that has sent it, with its defaults") {
  Served served;
  served.advance("12s");
  const Response made = answer(served.session, {.method = "POST",
                                                .target = std::string{pods},
                                                .content_type = "application/json",
                                                .body = R"({"metadata":{"name":"hi","labels":{"run":"hi"}},
                                          "spec":{"containers":[{"name":"hi","image":"nginx"}]}})",
                                                .user_agent = "kubectl-run/v1.30.0 (linux/amd64) kubernetes/7c48c2b"});
  REQUIRE(made.status == 201);
  CHECK(json::parse(made.body)["metadata"]["managedFields"] == json::parse(R"([{
    "manager": "kubectl-run", "operation": "Update", "apiVersion": "v1", "time": "2024-01-01T00:00:12Z",
    "fieldsType": "FieldsV1",
    "fieldsV1": {
      "f:metadata": {"f:labels": {".": {}, "f:run": {}}},
      "f:spec": {
        "f:containers": {"k:{\"name\":\"hi\"}": {
          ".": {}, "f:image": {}, "f:imagePullPolicy": {}, "f:name": {}, "f:resources": {},
          "f:terminationMessagePath": {}, "f:terminationMessagePolicy": {}}},
        "f:dnsPolicy": {}, "f:enableServiceLinks": {}, "f:restartPolicy": {}, "f:schedulerName": {},
        "f:securityContext": {}, "f:terminationGracePeriodSeconds": {}}}}])"));
  // What the scheduler and the kubelet have written since is nobody's.
  served.advance("5s");
  CHECK(served.get(std::string{pods} + "/hi")["spec"].contains("nodeName"));
  CHECK(manager_names(served, std::string{pods} + "/hi") == "kubectl-run Update");
  CHECK(managers_of(served, std::string{pods} + "/web").is_null());
}

TEST_CASE("structures that are no pointers are nobody's, and scales are a subresource") {
  Served served;
  const std::string deployments = "/apis/apps/v1/namespaces/default/deployments";
  served.done("POST", sent_by("me", deployments),
              R"({"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},
      "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i",
        "ports":[{"containerPort":80}],"resources":{"limits":{"cpu":"1"}}}]}}}})");
  const json first = managers_of(served, deployments + "/d")[0]["fieldsV1"]["f:spec"];
  CHECK(first["f:replicas"] == json::object());
  CHECK(first["f:selector"] == json::object());
  CHECK(first["f:strategy"] == json::parse(R"({"f:rollingUpdate":{".":{},"f:maxSurge":{},"f:maxUnavailable":{}},
                                               "f:type":{}})"));
  CHECK(first["f:template"]["f:metadata"] == json::parse(R"({"f:labels":{".":{},"f:a":{}}})"));
  const json& container = first["f:template"]["f:spec"]["f:containers"]["k:{\"name\":\"c\"}"];
  CHECK(container["f:ports"] == json::parse(R"({".":{},"k:{\"containerPort\":80,\"protocol\":\"TCP\"}":
                                              {".":{},"f:containerPort":{},"f:protocol":{}}})"));
  CHECK(container["f:resources"] == json::parse(R"({".":{},"f:limits":{".":{},"f:cpu":{}}})"));
  served.done("PATCH", sent_by("you", deployments + "/d/scale"), R"({"spec":{"replicas":3}})", merge_patch);
  const json both = managers_of(served, deployments + "/d");
  REQUIRE(both.size() == 2);
  CHECK_FALSE(both[0]["fieldsV1"]["f:spec"].contains("f:replicas"));
  CHECK(both[1]["manager"] == "you");
  CHECK(both[1]["subresource"] == "scale");
  CHECK(both[1]["apiVersion"] == "apps/v1");
  CHECK(both[1]["fieldsV1"] == json::parse(R"({"f:spec":{"f:replicas":{}}})"));
}

TEST_CASE("who applies comes first, and has what he applies") {
  Served served;
  served.done("POST", sent_by("other", maps_path), config_map(R"({"a":"one"})"));
  CHECK(managers_of(served)[0]["fieldsV1"] == json::parse(R"({"f:data":{".":{},"f:a":{}}})"));
  served.advance("10s");
  const json applied = served.done("PATCH", sent_by("me"), config_map(R"({"b":"two"})"), apply_patch);
  CHECK(applied["metadata"]["managedFields"][0]["fieldsV1"] == json::parse(R"({"f:data":{"f:b":{}}})"));
  CHECK(applied["metadata"]["managedFields"][0]["time"] == "2024-01-01T00:00:10Z");
  CHECK(manager_names(served) == "me Apply, other Update");
  served.advance("10s");
  served.done("PATCH", sent_by("me"), config_map(R"({"b":"two"})"), apply_patch);
  CHECK(managers_of(served)[0]["time"] == "2024-01-01T00:00:10Z");
  served.done("PATCH", sent_by("you"), R"({"data":{"a":null,"b":"three"}})", merge_patch);
  CHECK(manager_names(served) == "other Update, you Update");
  CHECK(managers_of(served)[0]["fieldsV1"] == json::parse(R"({"f:data":{}})"));
  CHECK(managers_of(served)[1]["fieldsV1"] == json::parse(R"({"f:data":{"f:b":{}}})"));
  const std::string created = maps_path + "/n";
  const json made =
      served.done("PATCH", sent_by("me", created),
                  R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"n"},"data":{"a":"b"}})", apply_patch);
  CHECK(made["metadata"]["managedFields"].size() == 1);
  CHECK(made["metadata"]["managedFields"][0]["operation"] == "Apply");
}

TEST_CASE("items that are applied are shown with their keys") {
  Served served;
  const std::string path = std::string{pods} + "/x";
  served.done("PATCH", sent_by("me", path), pod("x"), apply_patch);
  CHECK(managers_of(served, path)[0]["fieldsV1"] ==
        json::parse(R"({"f:spec":{"f:containers":{"k:{\"name\":\"app\"}":{".":{},"f:image":{},"f:name":{}}}}})"));
}

TEST_CASE("managers are in lists and watches, and what a client sends back says nothing new") {
  Served served;
  served.done("POST", sent_by("me", maps_path), config_map(R"({"a":"one"})"));
  CHECK(served.get(maps_path)["items"][0]["metadata"]["managedFields"][0]["manager"] == "me");
  const Response watch = served.ask("GET", maps_path + "?watch=1");
  const std::string reported = WatchStream{served.session.simulation, *watch.watch}.news();
  CHECK(reported.find(R"("manager":"me")") != std::string::npos);
  json object = served.get(map_path);
  object["data"]["a"] = "two";
  CHECK(served.done("PUT", sent_by("you"), object.dump())["metadata"]["managedFields"].size() == 2);
  CHECK(manager_names(served) == "me Update, you Update");
  object = served.get(map_path);
  object["metadata"]["managedFields"] = json::array();
  served.done("PUT", sent_by("you"), object.dump());
  CHECK(manager_names(served) == "me Update, you Update");
}

TEST_CASE("managers can be taken away, or be others, by whoever sends them") {
  Served served;
  served.done("POST", sent_by("me", maps_path), config_map(R"({"a":"one"})"));
  served.done("PATCH", sent_by("me"), R"([{"op":"replace","path":"/metadata/managedFields","value":[{}]}])",
              json_patch);
  CHECK(managers_of(served).is_null());
  served.done("PATCH", sent_by("me"),
              R"({"metadata":{"managedFields":[{"manager":"new","operation":"Apply","apiVersion":"v1",
      "time":"2024-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:data":{".":{},"f:a":{}}}}]}})",
              merge_patch);
  CHECK(manager_names(served) == "new Apply");
  CHECK(served.refusal("PATCH", sent_by("x"), config_map(R"({"a":"two"})"), apply_patch) ==
        "409 Conflict: Apply failed with 1 conflict: conflict with \"new\": .data.a");
  for (const char* broken :
       {R"("text")", R"([7])", R"([{"operation":"Update"}])", R"([{"operation":"Other","fieldsV1":{}}])",
        R"([{"operation":"Update","fieldsV1":{"data":{}}}])", R"([{"operation":"Update","fieldsV1":{"k:{":{}}}])",
        R"([{"operation":"Update","fieldsV1":{"f:data":7}}])"}) {
    served.done("PATCH", sent_by("x"), fmt::format(R"({{"metadata":{{"managedFields":{}}}}})", broken), merge_patch);
    CHECK(manager_names(served) == "new Apply");
  }
  const std::string copy = R"({"metadata":{"name":"c","managedFields":[{"manager":"old","operation":"Update",
      "fieldsV1":{"f:data":{"f:a":{}}}}]},"data":{"a":"one"}})";
  served.done("POST", sent_by("me", maps_path), copy);
  CHECK(manager_names(served, maps_path + "/c") == "me Update");
}

TEST_CASE("of many that update the oldest are one") {
  Served served;
  served.done("POST", sent_by("first", maps_path), config_map(R"({"a":"0"})"));
  for (int number = 1; number <= 14; ++number) {
    served.advance("1s");
    served.done("PATCH", sent_by(fmt::format("m{}", number)), fmt::format(R"({{"data":{{"k{}":"x"}}}})", number),
                merge_patch);
  }
  const json all = managers_of(served);
  REQUIRE(all.size() == 10);
  CHECK(all[0]["manager"] == "ancient-changes");
  CHECK(all[0]["fieldsV1"]["f:data"].contains("f:k5"));
  CHECK(all[0]["fieldsV1"]["f:data"].contains("f:a"));
  CHECK(all[9]["manager"] == "m14");
}

TEST_CASE("the first part of a program's name is what counts") {
  CHECK(manager_of_agent("kubectl/v1.33.1 (linux/amd64)") == "kubectl");
  CHECK(manager_of_agent("\x01"
                         "curl") == "curl");
  CHECK(manager_of_agent(std::string(300, 'x')).size() == 128);
  CHECK(manager_of_agent("").empty());
}

}  // namespace podreel::serve
