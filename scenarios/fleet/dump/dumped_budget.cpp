#include "scenarios/fleet/dump/dumped_budget.hpp"

#include <string>
#include <string_view>

#include "engine/api/cursor.hpp"
#include "scenarios/fleet/dump/cut_down.hpp"
#include "scenarios/fleet/format_budget.hpp"

namespace podreel::fleet {

namespace {

/// Sets a text at the top of an object, where kubectl leaves `kind` and `apiVersion` out of a typed list's items.
void set_text(api::Tree& object, std::string_view key, std::string_view text) {
  api::Tree* value = object.find(key);
  if (value == nullptr) {
    value = &object.members.emplace_back(api::Tree::Member{std::string{key}, object.mark, {}}).value;
  }
  value->kind = api::Tree::Kind::string;
  value->text = text;
}

}  // namespace

std::optional<DisruptionBudget> dumped_budget(api::Tree& object, const language::Place& place) {
  const bool is_beta = api::Cursor{object}["apiVersion"].text() == "policy/v1beta1";
  cut_down(object, {"name", "namespace"});
  set_text(object, "apiVersion", "policy/v1");
  set_text(object, "kind", "PodDisruptionBudget");
  DisruptionBudget budget;
  if (!budget_shape().read(object, place, budget)) return std::nullopt;
  const bool matches_all =
      budget.selector && budget.selector->match_labels.empty() && budget.selector->match_expressions.empty();
  if (is_beta && matches_all) budget.selector.reset();
  return budget;
}

}  // namespace podreel::fleet
