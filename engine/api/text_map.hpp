// Values by text, mostly by UID, for those who look them up more often than they walk over them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/api/text.hpp"
#include "engine/sim/recycled_memory.hpp"

namespace podreel::api {

struct TextHash {
  using is_transparent = void;
  // Not noexcept: then the map keeps each key's hash.
  template <class Key>
  [[nodiscard]] std::size_t operator()(const Key& text) const {
    if constexpr (std::same_as<Key, Text>) {
      return text.hash();
    } else {
      return text_hash(text);
    }
  }
};

/// Its order must reach nothing. References to its values stay valid until the value is erased.
template <class Value>
using TextMap = std::unordered_map<Text, Value, TextHash, std::equal_to<>, sim::Recycler<std::pair<const Text, Value>>>;

template <class Value>
[[nodiscard]] std::vector<Text> sorted_keys(const TextMap<Value>& map) {
  std::vector<Text> keys;
  keys.reserve(map.size());
  for (const auto& [key, value] : map) keys.emplace_back(key);
  std::ranges::sort(keys);
  return keys;
}

}  // namespace podreel::api
