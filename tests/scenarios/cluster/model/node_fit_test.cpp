#include "scenarios/cluster/model/node_fit.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::cluster {

namespace {

using nlohmann::json;
using Kind = NodeMisfit::Kind;

const std::string name = "node-1";
const std::vector<kubelet::Taint> no_taints;
const std::vector<kubelet::Taint> tainted{{"soft", "", "PreferNoSchedule"}, {"gpu", "yes", "NoSchedule"}};
const api::Labels labels{{"disk", "ssd"}};

api::PodSpec spec(const char* more) {
  json pod = json::parse(more);
  pod["containers"] = json::array({{{"name", "a"}, {"image", "i"}}});
  return api::pod_spec_from_json(std::make_shared<const json>(std::move(pod)));
}

}  // namespace

TEST_CASE("a node takes a pod that asks for nothing") {
  CHECK_FALSE(find_misfit(spec("{}"), {.name = name, .taints = no_taints, .labels = &labels}));
}

TEST_CASE("the first filter that a pod fails is the reason") {
  const api::PodSpec picky = spec(R"({"nodeSelector": {"disk": "hdd"}})");
  const CandidateNode node{.name = name, .taints = tainted, .labels = &labels, .is_cordoned = true};
  CHECK(find_misfit(picky, node)->kind == Kind::cordoned);
  const auto taint = find_misfit(picky, {.name = name, .taints = tainted, .labels = &labels});
  REQUIRE(taint);
  CHECK(taint->kind == Kind::untolerated_taint);
  CHECK(taint->taint->key == "gpu");
  CHECK(find_misfit(picky, {.name = name, .taints = no_taints, .labels = &labels})->kind == Kind::affinity);
  CHECK_FALSE(find_misfit(picky, {.name = name, .taints = no_taints}));
}

TEST_CASE("a pod that tolerates everything goes to a cordoned node") {
  const api::PodSpec tolerant = spec(R"({"tolerations": [{"operator": "Exists"}]})");
  CHECK_FALSE(find_misfit(tolerant, {.name = name, .taints = tainted, .labels = &labels, .is_cordoned = true}));
}

}  // namespace podreel::cluster
