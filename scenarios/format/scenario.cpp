#include "scenarios/format/scenario.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/printable.hpp"

namespace podreel::format {

std::string title(const Scenario& scenario) {
  if (scenario.variant.empty()) return scenario.name;
  std::string values;
  for (const auto& [name, value] : scenario.variant) {
    values += fmt::format("{}{}={}", values.empty() ? "" : ", ", name, value);
  }
  return fmt::format("{} [{}]", scenario.name, values);
}

std::size_t max_pod_name_length(const Scenario& scenario) {
  std::size_t longest = 0;
  for (const Step& step : scenario.timeline) {
    const auto pod = step.action->creates(scenario.node.name);
    if (pod) longest = std::max(longest, api::printable_line(pod->name).size());
  }
  return longest;
}

}  // namespace podreel::format
