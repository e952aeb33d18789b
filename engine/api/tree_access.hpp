// Looking into documents whose types may be wrong: what does not fit counts as absent.
#pragma once

#include <string>
#include <string_view>

#include "engine/api/document.hpp"
#include "engine/api/tree_builder.hpp"

namespace podreel::api {

/// The value of a field; null if it is absent or null.
[[nodiscard]] inline const Tree* value_of(const Tree& node, std::string_view key) noexcept {
  const Tree* value = node.find(key);
  return value && value->kind != Tree::Kind::null ? value : nullptr;
}

/// The text of a scalar field; empty if there is none.
[[nodiscard]] inline std::string_view text_of(const Tree& node, std::string_view key) noexcept {
  const Tree* value = value_of(node, key);
  return value ? std::string_view{value->text} : std::string_view{};
}

/// Calls `use(item, path)` for every map in the list `key`.
template <class Use>
void for_each_map(const Tree& node, std::string_view key, const std::string& path, const Use& use) {
  const Tree* list = value_of(node, key);
  if (!list) return;
  const std::string list_path = path_to_key(path, key);
  for (std::size_t index = 0; index < list->items.size(); ++index) {
    if (list->items[index].kind == Tree::Kind::map) use(list->items[index], path_to_item(list_path, index));
  }
}

}  // namespace podreel::api
