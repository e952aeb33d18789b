// Values by text, mostly by UID, for those who look them up more often than they walk over them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/memory/pointer_table.hpp"
#include "engine/memory/stable_pool.hpp"
#include "engine/memory/text.hpp"

namespace podreel::memory {

/// The part of std::unordered_map that podreel uses. Iteration follows the pool's order, regardless of the hashes.
/// References and iterators stay valid until their value is erased.
template <class Value>
class TextMap {
 public:
  using value_type = std::pair<const Text, Value>;
  using iterator = StablePoolIterator<value_type>;
  using const_iterator = StablePoolIterator<const value_type>;

  [[nodiscard]] iterator begin() noexcept { return {values_, values_.first()}; }
  [[nodiscard]] const_iterator begin() const noexcept { return {values_, values_.first()}; }
  [[nodiscard]] iterator end() noexcept { return {values_, nullptr}; }
  [[nodiscard]] const_iterator end() const noexcept { return {values_, nullptr}; }
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

  template <class Key>
  [[nodiscard]] iterator find(const Key& key) noexcept {
    return {values_, look_up(key)};
  }
  template <class Key>
  [[nodiscard]] const_iterator find(const Key& key) const noexcept {
    return {values_, look_up(key)};
  }
  template <class Key>
  [[nodiscard]] bool contains(const Key& key) const noexcept {
    return look_up(key) != nullptr;
  }
  template <class Key>
  [[nodiscard]] const Value& at(const Key& key) const {
    const value_type* known = look_up(key);
    if (known == nullptr) throw std::out_of_range{"podreel::memory::TextMap"};
    return known->second;
  }
  [[nodiscard]] Value& operator[](const Text& key) { return try_emplace(key).first->second; }

  /// The value is made of the arguments if there is none yet.
  template <class... Arguments>
  std::pair<iterator, bool> try_emplace(const Text& key, Arguments&&... arguments) {
    if (value_type* known = look_up(key)) return {iterator{values_, known}, false};
    table_.make_room();
    value_type* added = values_.add(std::piecewise_construct, std::forward_as_tuple(key),
                                    std::forward_as_tuple(std::forward<Arguments>(arguments)...));
    table_.add(key.hash(), added);
    return {iterator{values_, added}, true};
  }
  template <class Like>
  std::pair<iterator, bool> insert_or_assign(const Text& key, Like&& value) {
    const auto added = try_emplace(key, std::forward<Like>(value));
    // Then nothing was taken from it.
    if (!added.second) added.first->second = std::forward<Like>(value);
    return added;
  }

  void erase(iterator value) noexcept {
    table_.remove(value->first.hash(), value.object());
    values_.remove(value.object());
  }
  /// Whether there was such a value.
  template <class Key>
  requires(!std::same_as<Key, iterator>) bool erase(const Key& key) noexcept {
    value_type* const known = look_up(key);
    if (known != nullptr) erase(iterator{values_, known});
    return known != nullptr;
  }
  void clear() noexcept {
    table_.clear();
    values_.clear();
  }

 private:
  template <class Key>
  [[nodiscard]] value_type* look_up(const Key& key) const noexcept {
    const auto is_it = [&key](const value_type& value) { return value.first == key; };
    if constexpr (std::same_as<Key, Text>) {
      return table_.find(key.hash(), is_it);
    } else {
      return table_.find(text_hash(key), is_it);
    }
  }

  PointerTable<value_type> table_;
  StablePool<value_type> values_;
};

template <class Value, class Predicate>
void erase_if(TextMap<Value>& map, const Predicate& goes) {
  for (auto next = map.begin(); next != map.end();) {
    const auto value = next++;
    if (goes(*value)) map.erase(value);
  }
}

template <class Value>
[[nodiscard]] std::vector<Text> sorted_keys(const TextMap<Value>& map) {
  std::vector<Text> keys;
  keys.reserve(map.size());
  for (const auto& [key, value] : map) keys.emplace_back(key);
  std::ranges::sort(keys);
  return keys;
}

}  // namespace podreel::memory
