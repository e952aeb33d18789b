// Server-side apply, and who owns which fields.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/served_cluster.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

constexpr const char* apply = "application/apply-patch+yaml";
const std::string map = "/api/v1/namespaces/default/configmaps/m";

std::string config(const std::string& data) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: " + data + "\n";
}

std::string by(const std::string& manager) {
  return map + "?fieldManager=" + manager;
}

}  // namespace

TEST_CASE("what is applied is created, changed, and taken away when it is applied no more") {
  Served served;
  CHECK(served.ask("PATCH", by("me"), config("{a: one, b: two}"), apply).status == 201);
  CHECK(served.done("PATCH", by("me"), config("{a: other}"), apply)["data"] == json{{"a", "other"}});
  served.done("PATCH", by("you"), config("{c: three}"), apply);
  CHECK(served.done("PATCH", by("me"), config("{}"), apply)["data"] == json{{"c", "three"}});
}

TEST_CASE("fields of others are in the way unless they say the same, or it is forced") {
  Served served;
  served.done("PATCH", by("me"), config("{a: one}"), apply);
  served.done("PATCH", by("you"), config("{a: one}"), apply);
  CHECK(served.refusal("PATCH", by("you"), config("{a: two}"), apply) ==
        "409 Conflict: Apply failed with 1 conflict: conflict with \"me\": .data.a");
  served.done("PATCH", map + "?fieldManager=kubectl-edit", R"({"data":{"b":"x"}})", merge_patch);
  CHECK(served.refusal("PATCH", by("you"), config("{a: two, b: y}"), apply) ==
        "409 Conflict: Apply failed with 2 conflicts: conflicts with \"kubectl-edit\" using v1:\n- .data.b\nconflicts "
        "with \"me\":\n- .data.a");
  CHECK(served.done("PATCH", by("you") + "&force=true", config("{a: two}"), apply)["data"]["a"] == "two");
  CHECK(served.refusal("PATCH", by("me"), config("{a: one}"), apply).find("conflict with \"you\": .data.a") !=
        std::string::npos);
}

TEST_CASE("another owner alone makes a new version, which a watch sends, and the same owner again does not") {
  Served served;
  const auto version = [](const json& object) { return object["metadata"]["resourceVersion"]; };
  const json first = served.done("PATCH", by("me"), config("{a: one}"), apply);
  const json second = served.done("PATCH", by("you"), config("{a: one}"), apply);
  CHECK(version(second) != version(first));
  CHECK(version(served.done("PATCH", by("you"), config("{a: one}"), apply)) == version(second));
  const std::string since = "?watch=1&resourceVersion=" + version(first).get<std::string>();
  const Response watch = served.ask("GET", "/api/v1/namespaces/default/configmaps" + since);
  const std::string sent = open_stream(served.session, watch)->news();
  CHECK(json::parse(sent.substr(0, sent.find('\n')))["object"] == served.get(map));
}

TEST_CASE("items of lists are merged by their keys") {
  Served served;
  const std::string path = "/apis/apps/v1/namespaces/default/deployments/web?fieldManager=";
  const auto manifest = [](const std::string& containers) {
    return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {a: b}}\n  "
           "template:\n    metadata: {labels: {a: b}}\n    spec: {containers: " +
           containers + "}\n";
  };
  served.done("PATCH", path + "me", manifest("[{name: app, image: one}]"), apply);
  const json both =
      served.done("PATCH", path + "you", manifest("[{name: app, image: one}, {name: more, image: x}]"), apply);
  CHECK(both["spec"]["template"]["spec"]["containers"].size() == 2);
  const json fewer = served.done("PATCH", path + "me", manifest("[{name: app, image: one}]"), apply);
  CHECK(fewer["spec"]["template"]["spec"]["containers"].size() == 2);
  served.done("PATCH", path + "x", R"({"spec":{"replicas":3}})", merge_patch);
  CHECK(served.get("/apis/apps/v1/namespaces/default/deployments/web")["spec"]["replicas"] == 3);
  CHECK(served.done("PATCH", path + "me", manifest("[{name: app, image: one}]"), apply)["spec"]["replicas"] == 3);
}

TEST_CASE("a configuration that cannot be applied is refused") {
  Served served;
  CHECK(served.refusal("PATCH", map, config("{}"), apply).find("fieldManager: Required value") != std::string::npos);
  CHECK(served.refusal("PATCH", by("me"), "kind: Pod", apply).starts_with("400 BadRequest: found a configuration of"));
  CHECK(served.refusal("PATCH", by("me"), "{", apply).starts_with("400 BadRequest"));
}

TEST_CASE("a conflict names each field and who has it") {
  Served served;
  const std::string target = "/api/v1/namespaces/default/configmaps/c?fieldManager=";
  const std::string text = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"a":")";
  REQUIRE(served.ask("PATCH", target + "one", text + "1\"}}", "application/apply-patch+yaml").status == 201);
  const nlohmann::json refused =
      nlohmann::json::parse(served.ask("PATCH", target + "two", text + "2\"}}", "application/apply-patch+yaml").body);
  CHECK(refused["code"] == 409);
  REQUIRE(refused["details"]["causes"].size() == 1);
  CHECK(refused["details"]["causes"][0] ==
        nlohmann::json{{"reason", "FieldManagerConflict"}, {"message", "conflict with \"one\""}, {"field", ".data.a"}});
}

}  // namespace podreel::serve
