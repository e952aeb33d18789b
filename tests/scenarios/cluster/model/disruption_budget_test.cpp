#include "scenarios/cluster/model/disruption_budget.hpp"

#include <doctest/doctest.h>
#include <optional>

namespace podreel::cluster {

namespace {

struct Case {
  std::optional<IntOrPercent> min_available;
  std::optional<IntOrPercent> max_unavailable;
  std::uint32_t pods;
  std::uint32_t scale;
  std::uint32_t healthy;
  BudgetNeeds needs;
  std::uint32_t allowed;
};

constexpr IntOrPercent so_many(std::uint32_t value) {
  return {value, false};
}
constexpr IntOrPercent percent(std::uint32_t value) {
  return {value, true};
}

}  // namespace

TEST_CASE("a budget allows what the disruption controller of upstream allows") {
  const std::vector<Case> cases{
      {so_many(2), {}, 3, 3, 3, {3, 2}, 1},
      {so_many(2), {}, 3, 3, 2, {3, 2}, 0},
      {so_many(2), {}, 3, 3, 1, {3, 2}, 0},
      {so_many(0), {}, 3, 3, 3, {3, 0}, 3},
      {so_many(3), {}, 3, 3, 3, {3, 3}, 0},
      // An integer counts pods, a replacement among them; everything else the replicas that are wanted.
      {so_many(2), {}, 4, 3, 3, {4, 2}, 1},
      {percent(50), {}, 4, 3, 3, {3, 2}, 1},
      {percent(34), {}, 3, 3, 3, {3, 2}, 1},
      {percent(0), {}, 3, 3, 3, {3, 0}, 3},
      {percent(100), {}, 3, 3, 3, {3, 3}, 0},
      {{}, so_many(1), 3, 3, 3, {3, 2}, 1},
      {{}, so_many(5), 3, 3, 3, {3, 0}, 3},
      {{}, so_many(0), 3, 3, 3, {3, 3}, 0},
      // Rounded up: one of five.
      {{}, percent(10), 5, 5, 5, {5, 4}, 1},
      {{}, percent(30), 10, 10, 9, {10, 7}, 2},
      {{}, percent(100), 3, 3, 3, {3, 0}, 3},
      // Pods that no controller counts.
      {{}, so_many(1), 3, 0, 3, {0, 0}, 0},
      {so_many(1), {}, 0, 0, 0, {0, 1}, 0},
      {{}, {}, 3, 3, 3, {0, 0}, 0},
  };
  for (std::size_t index = 0; index < cases.size(); ++index) {
    CAPTURE(index);
    const Case& each = cases[index];
    DisruptionBudget budget;
    budget.min_available = each.min_available;
    budget.max_unavailable = each.max_unavailable;
    const BudgetNeeds needs = needs_of(budget, each.pods, each.scale);
    CHECK(needs.expected_pods == each.needs.expected_pods);
    CHECK(needs.desired_healthy == each.needs.desired_healthy);
    CHECK(disruptions_allowed(needs, each.healthy) == each.allowed);
  }
}

TEST_CASE("a budget without a selector matches no pod, an empty selector all of its namespace") {
  DisruptionBudget budget;
  budget.namespace_name = "shop";
  CHECK_FALSE(budget.matches("shop", {{"app", "web"}}));
  budget.selector.emplace();
  CHECK(budget.matches("shop", {{"app", "web"}}));
  CHECK(budget.matches("shop", {}));
  CHECK_FALSE(budget.matches("other", {{"app", "web"}}));
}

TEST_CASE("an eviction is admitted as the eviction API of upstream admits it") {
  using Verdict = EvictionVerdict;
  const EvictedPod ready{.phase = api::PodPhase::running, .is_ready = true};
  const EvictedPod unready{.phase = api::PodPhase::running};
  const GuardingBudget full{.status = {.needs = {3, 3}, .healthy = 3, .allowed = 0}};
  const GuardingBudget roomy{.status = {.needs = {3, 2}, .healthy = 3, .allowed = 1}};
  const GuardingBudget short_of{.status = {.needs = {3, 3}, .healthy = 2, .allowed = 0}};
  CHECK(admit_eviction(ready, 0, {}) == Verdict::granted);
  CHECK(admit_eviction(ready, 1, roomy) == Verdict::counted);
  CHECK(admit_eviction(ready, 1, full) == Verdict::refused);
  CHECK(admit_eviction(ready, 2, roomy) == Verdict::several_budgets);
  // What has not begun, has ended or goes anyhow disrupts nothing.
  CHECK(admit_eviction({.phase = api::PodPhase::pending}, 2, full) == Verdict::granted);
  CHECK(admit_eviction({.phase = api::PodPhase::failed}, 1, full) == Verdict::granted);
  CHECK(admit_eviction({.is_ready = true, .is_deleted = true}, 1, full) == Verdict::granted);
  // A pod that is not ready may go while the budget is met, or always.
  CHECK(admit_eviction(unready, 1, full) == Verdict::granted);
  CHECK(admit_eviction(unready, 1, short_of) == Verdict::refused);
  CHECK(admit_eviction(unready, 1, {.status = short_of.status, .always_evicts_unhealthy = true}) == Verdict::granted);
  CHECK(admit_eviction(ready, 1, {.status = roomy.status, .is_observed = false}) == Verdict::unobserved);
}

TEST_CASE("labels are compared as Kubernetes compares them") {
  const api::Labels web{{"app", "web"}, {"tier", "front"}};
  const auto selects = [&web](api::LabelRequirement requirement) {
    return api::LabelSelector{{}, {std::move(requirement)}}.matches(web);
  };
  CHECK(api::LabelSelector{{{"app", "web"}}, {}}.matches(web));
  CHECK_FALSE(api::LabelSelector{{{"app", "web"}, {"tier", "back"}}, {}}.matches(web));
  CHECK(selects({"app", "In", {"db", "web"}}));
  CHECK_FALSE(selects({"app", "In", {"db"}}));
  CHECK_FALSE(selects({"app", "NotIn", {"web"}}));
  CHECK(selects({"app", "NotIn", {"db"}}));
  CHECK(selects({"release", "NotIn", {"canary"}}));
  CHECK(selects({"tier", "Exists", {}}));
  CHECK_FALSE(selects({"release", "Exists", {}}));
  CHECK(selects({"release", "DoesNotExist", {}}));
  CHECK_FALSE(selects({"tier", "DoesNotExist", {}}));
}

}  // namespace podreel::cluster
