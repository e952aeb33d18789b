#include "scenarios/fleet/dump/dumped_budget.hpp"

#include <algorithm>
#include <string_view>

#include "engine/api/cursor.hpp"
#include "scenarios/fleet/format_budget.hpp"

namespace podreel::fleet {

namespace {

/// Sets a text at the top of an object, where kubectl leaves `kind` and `apiVersion` out of a typed list's items.
void set_text(api::Tree& object, std::string_view key, std::string_view text) {
  const auto found = std::ranges::find(object.members, key, &api::Tree::Member::key);
  api::Tree& value = found == object.members.end()
                         ? object.members.emplace_back(api::Tree::Member{std::string{key}, object.mark, {}}).value
                         : found->value;
  value.kind = api::Tree::Kind::string;
  value.text = text;
}

void keep_manifest_only(api::Tree& object) {
  std::erase_if(object.members, [](const api::Tree::Member& member) { return member.key == "status"; });
  const auto metadata = std::ranges::find(object.members, "metadata", &api::Tree::Member::key);
  if (metadata == object.members.end()) return;
  std::erase_if(metadata->value.members,
                [](const api::Tree::Member& member) { return member.key != "name" && member.key != "namespace"; });
}

}  // namespace

std::optional<DisruptionBudget> dumped_budget(api::Tree& object, const language::Place& place) {
  const bool is_beta = api::Cursor{object}["apiVersion"].text() == "policy/v1beta1";
  keep_manifest_only(object);
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
