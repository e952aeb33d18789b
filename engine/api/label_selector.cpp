#include "engine/api/label_selector.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

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
  read.match_labels = selector.value("matchLabels", Labels{});
  for (const nlohmann::json& each : selector.value("matchExpressions", nlohmann::json::array())) {
    read.match_expressions.push_back({each.at("key").get<std::string>(), each.at("operator").get<std::string>(),
                                      each.value("values", std::vector<std::string>{})});
  }
  return read;
}

}  // namespace podreel::api
