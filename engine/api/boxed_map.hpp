// A map that is empty almost everywhere.
#pragma once

#include <initializer_list>
#include <utility>

#include "engine/api/boxed_optional.hpp"

namespace podreel::api {

/// Takes eight bytes while nothing is in it.
template <class Map>
class BoxedMap {
 public:
  BoxedMap() noexcept = default;
  BoxedMap(Map map) {  // NOLINT(google-explicit-constructor)
    if (!map.empty()) map_.emplace(std::move(map));
  }
  BoxedMap(std::initializer_list<typename Map::value_type> items) : BoxedMap{Map{items}} {}

  [[nodiscard]] const Map& get() const noexcept {
    static const Map nothing;
    return map_ ? *map_ : nothing;
  }
  operator const Map&() const noexcept { return get(); }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool empty() const noexcept { return get().empty(); }
  [[nodiscard]] auto begin() const noexcept { return get().begin(); }
  [[nodiscard]] auto end() const noexcept { return get().end(); }
  template <class Key>
  [[nodiscard]] auto find(const Key& key) const {
    return get().find(key);
  }

  template <class Key>
  [[nodiscard]] bool contains(const Key& key) const {
    return get().contains(key);
  }
  template <class Key>
  [[nodiscard]] const auto& at(const Key& key) const {
    return get().at(key);
  }

  template <class Key>
  typename Map::mapped_type& operator[](const Key& key) {
    return (map_ ? *map_ : map_.emplace())[key];
  }

  friend bool operator==(const BoxedMap& left, const BoxedMap& right) { return left.get() == right.get(); }

 private:
  BoxedOptional<Map> map_;
};

}  // namespace podreel::api
