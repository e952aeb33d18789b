// Disruption budgets as API servers store them and kubectl prints them.
#include "scenarios/cluster/model/budget_format.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::cluster {

namespace {

using nlohmann::json;

std::optional<DisruptionBudget> with_spec(const std::string& spec, const std::string& version = "policy/v1") {
  return stored_budget({{"apiVersion", version},
                        {"kind", "PodDisruptionBudget"},
                        {"metadata", {{"name", "web"}, {"namespace", "shop"}, {"uid", "7"}}},
                        {"spec", json::parse(spec)},
                        {"status", {{"disruptionsAllowed", 1}}}});
}

}  // namespace

TEST_CASE("a stored budget has numbers or percentages, a selector and a policy") {
  const auto budget = with_spec(
      R"({"minAvailable": "50%", "selector": {"matchLabels": {"app": "web"}}, "unhealthyPodEvictionPolicy": "AlwaysAllow"})");
  REQUIRE(budget);
  CHECK(title(*budget) == "shop/web");
  CHECK(budget->min_available->value == 50);
  CHECK(budget->min_available->is_percent);
  CHECK_FALSE(budget->max_unavailable);
  CHECK(budget->always_evicts_unhealthy);
  CHECK(budget->matches("shop", {{"app", "web"}}));
  CHECK_FALSE(budget->matches("shop", {{"app", "db"}}));

  const auto other = with_spec(R"({"maxUnavailable": 2, "unhealthyPodEvictionPolicy": "IfHealthyBudget"})");
  REQUIRE(other);
  CHECK(other->max_unavailable->value == 2);
  CHECK_FALSE(other->max_unavailable->is_percent);
  CHECK_FALSE(other->always_evicts_unhealthy);
  CHECK_FALSE(other->matches("shop", {}));
}

TEST_CASE("numbers and percentages of budgets are checked") {
  for (const char* value : {R"("0%")", R"("100%")", "0", "4294967295"}) {
    CHECK_MESSAGE(with_spec(R"({"minAvailable": )" + std::string{value} + "}"), value);
  }
  for (const char* value :
       {R"("101%")", R"("5")", R"("5%%")", R"("%")", R"("x%")", "-1", "1.5", "4294967296", "true", "null"}) {
    CHECK_FALSE_MESSAGE(with_spec(R"({"minAvailable": )" + std::string{value} + "}"), value);
  }
  CHECK_FALSE(with_spec("{}"));
  CHECK_FALSE(with_spec(R"({"minAvailable": 1, "maxUnavailable": 1})"));
}

TEST_CASE("an empty selector matches all pods of the namespace, and none in policy/v1beta1") {
  const std::string empty = R"({"minAvailable": 1, "selector": {}})";
  CHECK(with_spec(empty)->matches("shop", {{"app", "web"}}));
  CHECK_FALSE(with_spec(empty, "policy/v1beta1")->matches("shop", {{"app", "web"}}));
  const std::string some =
      R"({"minAvailable": 1, "selector": {"matchExpressions": [{"key": "app", "operator": "Exists"}]}})";
  CHECK(with_spec(some, "policy/v1beta1")->matches("shop", {{"app", "web"}}));
}

TEST_CASE("items of typed lists have no kind, and operators have values or none") {
  CHECK(stored_budget({{"metadata", {{"name", "web"}}}, {"spec", {{"minAvailable", 1}}}}));
  const auto with_requirement = [](const char* operator_name, const char* values) {
    return with_spec(R"({"minAvailable": 1, "selector": {"matchExpressions": [{"key": "app", "operator": ")" +
                     std::string{operator_name} + R"(", "values": )" + values + "}]}}");
  };
  CHECK(with_requirement("In", R"(["a"])"));
  CHECK(with_requirement("Exists", "[]"));
  CHECK_FALSE(with_requirement("In", "[]"));
  CHECK_FALSE(with_requirement("NotIn", "[]"));
  CHECK_FALSE(with_requirement("DoesNotExist", R"(["a"])"));
  CHECK_FALSE(with_requirement("Equals", R"(["a"])"));
}

}  // namespace podreel::cluster
