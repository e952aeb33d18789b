#include "engine/kubelet/admission/taints.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::kubelet {

namespace {

bool tolerates(const char* tolerations, const Taint& taint) {
  nlohmann::json spec;
  spec["tolerations"] = nlohmann::json::parse(tolerations);
  return tolerates_execution(api::pod_spec_from_json(std::make_shared<const nlohmann::json>(spec)), {taint});
}

const Taint out{"out", "yes", "NoExecute"};

}  // namespace

TEST_CASE("a taint needs a toleration of its key, value and effect") {
  CHECK_FALSE(tolerates("[]", out));
  CHECK(tolerates(R"([{"key": "out", "operator": "Exists"}])", out));
  CHECK(tolerates(R"([{"key": "out", "operator": "Equal", "value": "yes", "effect": "NoExecute"}])", out));
  CHECK_FALSE(tolerates(R"([{"key": "out", "operator": "Equal", "value": "no"}])", out));
  CHECK_FALSE(tolerates(R"([{"key": "out", "operator": "Exists", "effect": "NoSchedule"}])", out));
  CHECK(tolerates(R"([{"operator": "Exists"}])", out));
  CHECK_FALSE(tolerates(R"([{"key": "other", "operator": "Exists"}])", out));
  CHECK_FALSE(tolerates(R"([{"key": "other", "operator": "Equal", "value": "yes"}])", out));
  CHECK_FALSE(tolerates(R"([{"operator": "Equal", "value": "yes"}])", out));
  CHECK(tolerates(R"([{"key": "other", "operator": "Exists"}, {"key": "out", "value": "yes"}])", out));
}

TEST_CASE("a pod of which nothing is known tolerates nothing") {
  CHECK_FALSE(tolerates_execution(api::PodSpec{}, {out}));
  CHECK(tolerates_execution(api::PodSpec{}, {}));
  CHECK_FALSE(tolerates_execution(api::PodSpec{}, {{"a", "b", "NoSchedule"}, out}));
}

TEST_CASE("a kubelet looks at no other effect than NoExecute") {
  CHECK(tolerates("[]", {"out", "yes", "NoSchedule"}));
}

TEST_CASE("a scheduler looks at every effect but the one that only asks") {
  const api::PodSpec nothing;
  CHECK_FALSE(tolerates_scheduling(nothing, {{"out", "yes", "NoSchedule"}}));
  CHECK_FALSE(tolerates_scheduling(nothing, {{"out", "yes", "NoExecute"}}));
  CHECK(tolerates_scheduling(nothing, {{"out", "yes", "PreferNoSchedule"}}));
}

}  // namespace podreel::kubelet
