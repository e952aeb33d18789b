// metav1.LabelSelector.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace podreel::api {

using Labels = std::map<std::string, std::string>;

struct LabelRequirement {
  std::string key;
  /// "In", "NotIn", "Exists" or "DoesNotExist".
  std::string operator_name;
  std::vector<std::string> values;
};

/// Matches everything if it is empty.
struct LabelSelector {
  Labels match_labels;
  std::vector<LabelRequirement> match_expressions;

  [[nodiscard]] bool matches(const Labels& labels) const;
};

/// Selector of a valid manifest.
[[nodiscard]] LabelSelector selector_from_json(const nlohmann::json& selector);

}  // namespace podreel::api
