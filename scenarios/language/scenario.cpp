#include "scenarios/language/scenario.hpp"

#include <fmt/format.h>

namespace podreel::language {

std::string title(const Scenario& scenario) {
  if (scenario.variant.empty()) return scenario.name;
  std::string values;
  for (const auto& [name, value] : scenario.variant) {
    values += fmt::format("{}{}={}", values.empty() ? "" : ", ", name, value);
  }
  return fmt::format("{} [{}]", scenario.name, values);
}

}  // namespace podreel::language
