#include "engine/apiserver/strategic_merge.hpp"

#include <doctest/doctest.h>

namespace podreel::apiserver {

using nlohmann::json;

namespace {

const json patched_pod = json::parse(R"({
  "metadata": {"name": "web", "labels": {"a": "1", "b": "2"}, "finalizers": ["x", "y"]},
  "spec": {
    "tolerations": [{"key": "k"}],
    "containers": [
      {"name": "app", "image": "app:1", "env": [{"name": "A", "value": "1"}], "ports": [{"containerPort": 80}],
       "command": ["run", "fast"]},
      {"name": "side", "image": "side:1"}
    ]
  }
})");

json merged(const char* patch) {
  const auto result = strategic_merge(patched_pod, json::parse(patch));
  REQUIRE(std::holds_alternative<json>(result));
  return std::get<json>(result);
}

std::string refused_patch(const char* patch) {
  const auto result = strategic_merge(patched_pod, json::parse(patch));
  REQUIRE(std::holds_alternative<PatchError>(result));
  return std::get<PatchError>(result).path + ": " + std::get<PatchError>(result).message;
}

}  // namespace

TEST_CASE("maps are merged and null removes") {
  const json result = merged(R"({"metadata": {"labels": {"a": null, "c": "3"}}})");
  CHECK(result["metadata"]["labels"] == json::parse(R"({"b": "2", "c": "3"})"));
  CHECK(result["spec"] == patched_pod["spec"]);
}

TEST_CASE("containers are merged by name, their variables by name, their ports by number") {
  const json result = merged(R"({"spec": {"containers": [
    {"name": "side", "image": "side:2"},
    {"name": "app", "env": [{"name": "B", "value": "2"}, {"name": "A", "value": "9"}],
     "ports": [{"containerPort": 80, "name": "http"}]},
    {"name": "new", "image": "new:1"}]}})");
  const json& containers = result["spec"]["containers"];
  REQUIRE(containers.size() == 3);
  CHECK(containers[0]["name"] == "app");
  CHECK(containers[0]["image"] == "app:1");
  CHECK(containers[0]["env"] == json::parse(R"([{"name": "A", "value": "9"}, {"name": "B", "value": "2"}])"));
  CHECK(containers[0]["ports"] == json::parse(R"([{"containerPort": 80, "name": "http"}])"));
  CHECK(containers[1]["image"] == "side:2");
  CHECK(containers[2]["name"] == "new");
}

TEST_CASE("lists without a merge key are replaced, lists of texts are joined") {
  CHECK(merged(R"({"spec": {"tolerations": []}})")["spec"]["tolerations"].empty());
  const json result = merged(R"({"spec": {"containers": [{"name": "app", "command": ["walk"]}]},
                                 "metadata": {"finalizers": ["y", "z"]}})");
  CHECK(result["spec"]["containers"][0]["command"] == json::array({"walk"}));
  CHECK(result["metadata"]["finalizers"] == json::array({"x", "y", "z"}));
}

TEST_CASE("directives delete, replace, retain and order") {
  const json deleted = merged(R"({"spec": {"containers": [{"name": "side", "$patch": "delete"}]}})");
  CHECK(deleted["spec"]["containers"].size() == 1);
  const json replaced =
      merged(R"({"spec": {"containers": [{"$patch": "replace"}, {"name": "only", "image": "only:1"}]}})");
  CHECK(replaced["spec"]["containers"] == json::parse(R"([{"name": "only", "image": "only:1"}])"));
  CHECK(merged(R"({"metadata": {"labels": {"$patch": "replace", "z": "1"}}})")["metadata"]["labels"] ==
        json::parse(R"({"z": "1"})"));
  CHECK(merged(R"({"metadata": {"labels": {"$retainKeys": ["b"]}}})")["metadata"]["labels"] ==
        json::parse(R"({"b": "2"})"));
  CHECK(merged(R"({"metadata": {"$deleteFromPrimitiveList/finalizers": ["x"]}})")["metadata"]["finalizers"] ==
        json::array({"y"}));
  const json ordered = merged(R"({"spec": {"$setElementOrder/containers": [{"name": "side"}, {"name": "app"}],
                                           "containers": [{"name": "side", "image": "side:2"}]}})");
  CHECK(ordered["spec"]["containers"][0]["name"] == "side");
  CHECK(ordered["spec"]["containers"][1]["name"] == "app");
  CHECK_FALSE(merged(R"({"spec": {"tolerations": {"$patch": "delete"}}})")["spec"].contains("tolerations"));
}

TEST_CASE("a patch that cannot be applied says where") {
  CHECK(refused_patch(R"({"spec": {"containers": [{"image": "x"}]}})") ==
        "spec.containers[0]: missing field \"name\", which identifies the items");
  CHECK(refused_patch(R"({"spec": {"containers": {"name": "app"}}})") ==
        "spec.containers: a map in the patch, something else in the pod");
  CHECK(refused_patch(R"({"spec": {"$patch": "destroy"}})") == "spec: unknown $patch: destroy");
  CHECK(refused_patch("[]") == ": a patch is a map");
}

TEST_CASE("texts are deleted from a list that is there, by a list") {
  const json unchanged = merged("{}");
  CHECK(merged(R"({"metadata": {"$deleteFromPrimitiveList/others": ["x"]}})") == unchanged);
  CHECK(merged(R"({"metadata": {"$deleteFromPrimitiveList/finalizers": ["nobody"]}})") == unchanged);
}

}  // namespace podreel::apiserver
