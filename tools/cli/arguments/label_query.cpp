#include "tools/cli/arguments/label_query.hpp"

#include <fmt/format.h>
#include <sstream>
#include <utility>

#include "engine/api/printable.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

api::LabelRequirement requirement_in(const std::string& item) {
  const std::size_t equals = item.find('=');
  if (equals == std::string::npos) {
    return item.starts_with('!') ? api::LabelRequirement{item.substr(1), "DoesNotExist", {}}
                                 : api::LabelRequirement{item, "Exists", {}};
  }
  const bool is_unequal = equals > 0 && item[equals - 1] == '!';
  const std::size_t value = item.find_first_not_of('=', equals);
  return {item.substr(0, is_unequal ? equals - 1 : equals),
          is_unequal ? "NotIn" : "In",
          {value == std::string::npos ? "" : item.substr(value)}};
}

}  // namespace

api::LabelSelector label_query(const std::string& text) {
  api::LabelSelector selector;
  std::istringstream items{text};
  for (std::string item; std::getline(items, item, ',');) {
    api::LabelRequirement requirement = requirement_in(item);
    if (requirement.key.empty() || requirement.key.find_first_of(" !()") != std::string::npos) {
      throw BadInput{fmt::format("--selector: found \"{}\"; accepted: label=value, label!=value, label, !label",
                                 api::printable_line(item))};
    }
    selector.match_expressions.push_back(std::move(requirement));
  }
  return selector;
}

}  // namespace podreel::cli
