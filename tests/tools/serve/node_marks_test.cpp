// Labels and taints of a scenario's node on the object that its kubelet has registered.
#include "tools/serve/node_marks.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::serve {

namespace {

using nlohmann::json;
using Labels = std::map<std::string, std::string>;

json registered() {
  return {{"metadata", {{"name", "node-1"}, {"labels", {{"kubernetes.io/os", "linux"}}}}}, {"spec", json::object()}};
}

}  // namespace

TEST_CASE("a new node gets what the scenario says of it, and keeps what its kubelet says") {
  json node = registered();
  mark(node, {}, {.labels = Labels{{"disk", "ssd"}}, .taints = {{"a", "b", "NoExecute"}}});
  CHECK(node["metadata"]["labels"] == json{{"disk", "ssd"}, {"kubernetes.io/os", "linux"}});
  CHECK(node["spec"]["taints"] == json::parse(R"([{"key":"a","value":"b","effect":"NoExecute"}])"));
}

TEST_CASE("what the scenario takes back goes, and nothing else") {
  json node = registered();
  const NodeMarks before{.labels = Labels{{"disk", "ssd"}, {"zone", "a"}}, .taints = {{"a", "", "NoExecute"}}};
  mark(node, {}, before);
  mark(node, before, {.labels = Labels{{"zone", "b"}}, .taints = {}});
  CHECK(node["metadata"]["labels"] == json{{"kubernetes.io/os", "linux"}, {"zone", "b"}});
  CHECK(node["spec"]["taints"] == json::array());
}

TEST_CASE("a node of which nothing is said stays as it is") {
  json node = registered();
  node["spec"]["taints"] = {{{"key", "own"}, {"effect", "NoSchedule"}}};
  const json before = node;
  mark(node, {}, {});
  CHECK(node == before);
  json bare{{"metadata", {{"name", "node-1"}}}};
  mark(bare, {}, {});
  CHECK_FALSE(bare["metadata"].contains("labels"));
}

}  // namespace podreel::serve
