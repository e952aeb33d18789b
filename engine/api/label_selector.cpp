#include "engine/api/label_selector.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"

namespace podreel::api {

namespace {

/// apimachinery, labels.Requirement: what has no such label is not in any values.
bool holds(const LabelRequirement& requirement, const Labels& labels) {
  const auto label = labels.find(requirement.key);
  const bool exists = label != labels.end();
  const bool is_in = exists && std::ranges::find(requirement.values, label->second) != requirement.values.end();
  if (requirement.operator_name == "In") return is_in;
  if (requirement.operator_name == "NotIn") return !is_in;
  return exists == (requirement.operator_name == "Exists");
}

}  // namespace

bool LabelSelector::matches(const Labels& labels) const {
  const auto is_there = [&labels](const auto& wanted) {
    const auto label = labels.find(wanted.first);
    return label != labels.end() && label->second == wanted.second;
  };
  return std::ranges::all_of(match_labels, is_there) &&
         std::ranges::all_of(match_expressions,
                             [&labels](const LabelRequirement& requirement) { return holds(requirement, labels); });
}

LabelSelector selector_from_json(const nlohmann::json& selector) {
  LabelSelector read;
  if (const nlohmann::json* labels = find_member(selector, "matchLabels"); labels != nullptr && labels->is_object()) {
    for (const auto& [key, value] : labels->items()) read.match_labels.emplace(key, string_of(&value));
  }
  for_each_item(selector, "matchExpressions", [&read](const nlohmann::json& each) {
    LabelRequirement& requirement = read.match_expressions.emplace_back();
    requirement.key = string_member(each, "key");
    requirement.operator_name = string_member(each, "operator");
    for_each_item(each, "values",
                  [&requirement](const nlohmann::json& value) { requirement.values.emplace_back(string_of(&value)); });
  });
  return read;
}

}  // namespace podreel::api
