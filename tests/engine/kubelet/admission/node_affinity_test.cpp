#include "engine/kubelet/admission/node_affinity.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::kubelet {

namespace {

/// Does a node called node-1 with disk=ssd and cores=8 fit these node selector terms?
bool fits(const char* terms) {
  nlohmann::json spec;
  spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"] =
      nlohmann::json::parse(terms);
  return node_is_wanted(api::pod_spec_from_json(std::make_shared<const nlohmann::json>(spec)),
                        {{"disk", "ssd"}, {"cores", "8"}}, "node-1");
}

bool holds(const char* requirement) {
  return fits(("[{\"matchExpressions\": [" + std::string{requirement} + "]}]").c_str());
}

}  // namespace

TEST_CASE("a requirement looks at one label of the node") {
  CHECK(holds(R"({"key": "disk", "operator": "In", "values": ["hdd", "ssd"]})"));
  CHECK_FALSE(holds(R"({"key": "disk", "operator": "In", "values": ["hdd"]})"));
  CHECK(holds(R"({"key": "disk", "operator": "NotIn", "values": ["hdd"]})"));
  CHECK(holds(R"({"key": "zone", "operator": "NotIn", "values": ["a"]})"));
  CHECK(holds(R"({"key": "disk", "operator": "Exists"})"));
  CHECK_FALSE(holds(R"({"key": "zone", "operator": "Exists"})"));
  CHECK(holds(R"({"key": "zone", "operator": "DoesNotExist"})"));
  CHECK(holds(R"({"key": "cores", "operator": "Gt", "values": ["4"]})"));
  CHECK_FALSE(holds(R"({"key": "cores", "operator": "Lt", "values": ["8"]})"));
  CHECK_FALSE(holds(R"({"key": "disk", "operator": "Gt", "values": ["4"]})"));
  CHECK_FALSE(holds(R"({"key": "cores", "operator": "Gt", "values": ["8"]})"));
  CHECK(holds(R"({"key": "cores", "operator": "Lt", "values": ["9"]})"));
  CHECK_FALSE(holds(R"({"key": "cores", "operator": "Lt", "values": ["x"]})"));
  CHECK_FALSE(holds(R"({"key": "cores", "operator": "Gt", "values": ["4", "5"]})"));
  CHECK_FALSE(holds(R"({"key": "zone", "operator": "Lt", "values": ["9"]})"));
  CHECK_FALSE(holds(R"({"key": "zone", "operator": "In", "values": ["a"]})"));
}

TEST_CASE("one of the terms is enough, and all requirements of a term are needed") {
  CHECK(fits(R"([{"matchExpressions": [{"key": "zone", "operator": "Exists"}]},
                 {"matchExpressions": [{"key": "disk", "operator": "Exists"}]}])"));
  CHECK_FALSE(fits(R"([{"matchExpressions": [{"key": "zone", "operator": "Exists"},
                                             {"key": "disk", "operator": "Exists"}]}])"));
  CHECK_FALSE(fits("[{}]"));
}

TEST_CASE("a term may name the node") {
  CHECK(fits(R"([{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["node-1"]}]}])"));
  CHECK_FALSE(fits(R"([{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["node-2"]}]}])"));
}

TEST_CASE("a number is a whole number and nothing else") {
  CHECK_FALSE(holds(R"({"key": "cores", "operator": "Gt", "values": ["4x"]})"));
  CHECK_FALSE(holds(R"({"key": "cores", "operator": "Gt", "values": [""]})"));
  CHECK_FALSE(holds(R"({"key": "cores", "operator": "Gt", "values": ["99999999999999999999"]})"));
  CHECK_FALSE(holds(R"({"key": "cores", "operator": "Lt", "values": ["99999999999999999999"]})"));
  CHECK(holds(R"({"key": "cores", "operator": "Gt", "values": ["-1"]})"));
}

TEST_CASE("a pod that selects labels wants all of them, with their values") {
  api::PodSpec spec;
  spec.node_selector = {{"disk", "ssd"}, {"zone", "a"}};
  CHECK(node_is_wanted(spec, {{"disk", "ssd"}, {"zone", "a"}, {"more", ""}}, "node-1"));
  CHECK_FALSE(node_is_wanted(spec, {{"disk", "ssd"}}, "node-1"));
  CHECK_FALSE(node_is_wanted(spec, {{"disk", "hdd"}, {"zone", "a"}}, "node-1"));
  CHECK(node_is_wanted(api::PodSpec{}, {}, "node-1"));
}

}  // namespace podreel::kubelet
