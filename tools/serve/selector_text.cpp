#include "tools/serve/selector_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace podreel::serve {

using nlohmann::json;

void append_item(std::string& list, const std::string& item) {
  if (!list.empty()) list += ',';
  list += item;
}

std::string labels_text(const json& labels) {
  std::string text;
  for (const auto& [name, value] : labels.items()) append_item(text, name + '=' + value.get<std::string>());
  return text;
}

std::string selector_text(const json& selector) {
  std::string text = labels_text(selector.value("matchLabels", json::object()));
  for (const json& term : selector.value("matchExpressions", json::array())) {
    const std::string key = term.value("key", "");
    const std::string how = term.value("operator", "");
    std::string values;
    for (const json& value : term.value("values", json::array())) append_item(values, value.get<std::string>());
    if (how == "Exists") append_item(text, key);
    if (how == "DoesNotExist") append_item(text, '!' + key);
    if (how == "In") append_item(text, fmt::format("{} in ({})", key, values));
    if (how == "NotIn") append_item(text, fmt::format("{} notin ({})", key, values));
  }
  return text;
}

}  // namespace podreel::serve
