#include "tools/text/list_items.hpp"

namespace podreel::cli {

std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  while (true) {
    const std::size_t comma = text.find(',');
    items.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return items;
    text.remove_prefix(comma + 1);
  }
}

std::pair<std::string_view, std::string_view> ends_of(std::string_view item, std::string_view separator) {
  const std::size_t at = item.find(separator);
  if (at == std::string_view::npos) return {item, item};
  return {item.substr(0, at), item.substr(at + separator.size())};
}

}  // namespace podreel::cli
