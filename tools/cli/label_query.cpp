#include "tools/cli/label_query.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "engine/api/printable.hpp"
#include "tools/cli/bad_input.hpp"

namespace podreel::cli {

LabelQuery::LabelQuery(const std::string& text) {
  std::istringstream items{text};
  for (std::string item; std::getline(items, item, ',');) {
    const std::size_t equals = item.find('=');
    Requirement requirement{item, Relation::present, {}};
    if (equals != std::string::npos) {
      const bool is_unequal = equals > 0 && item[equals - 1] == '!';
      const std::size_t value = item.find_first_not_of('=', equals);
      requirement = {item.substr(0, is_unequal ? equals - 1 : equals), is_unequal ? Relation::unequal : Relation::equal,
                     value == std::string::npos ? "" : item.substr(value)};
    } else if (item.starts_with('!')) {
      requirement = {item.substr(1), Relation::absent, {}};
    }
    if (requirement.label.empty() || requirement.label.find_first_of(" !()") != std::string::npos) {
      throw BadInput{fmt::format("--selector: found \"{}\"; accepted: label=value, label!=value, label, !label",
                                 api::printable_line(item))};
    }
    requirements_.push_back(std::move(requirement));
  }
}

bool LabelQuery::fits(const std::map<std::string, std::string>& labels) const {
  return std::ranges::all_of(requirements_, [&labels](const Requirement& requirement) {
    const auto found = labels.find(requirement.label);
    const bool is_there = found != labels.end();
    switch (requirement.relation) {
      case Relation::equal:
        return is_there && found->second == requirement.value;
      case Relation::unequal:
        return !is_there || found->second != requirement.value;
      case Relation::present:
        return is_there;
      case Relation::absent:
        break;
    }
    return !is_there;
  });
}

}  // namespace podreel::cli
