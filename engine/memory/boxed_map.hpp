// A map that is empty almost everywhere.
#pragma once

#include <initializer_list>
#include <utility>

#include "engine/memory/holder_count.hpp"

namespace podreel::memory {

/// Takes eight bytes while nothing is in it. Copies share what is in them until one of them is changed.
template <class Map>
// NOLINTNEXTLINE(cppcoreguidelines-special-member-functions): one assignment copies and moves.
class BoxedMap {
 public:
  BoxedMap() noexcept = default;
  BoxedMap(Map map) {  // NOLINT(google-explicit-constructor)
    if (!map.empty()) box_ = new Box{{}, std::move(map)};
  }
  BoxedMap(std::initializer_list<typename Map::value_type> items) : BoxedMap{Map{items}} {}
  BoxedMap(const BoxedMap& other) noexcept : box_{other.box_} {
    if (box_ != nullptr) box_->holders.add();
  }
  BoxedMap(BoxedMap&& other) noexcept : box_{std::exchange(other.box_, nullptr)} {}
  BoxedMap& operator=(BoxedMap other) noexcept {
    std::swap(box_, other.box_);
    return *this;
  }
  ~BoxedMap() {
    if (box_ != nullptr && box_->holders.remove()) delete box_;
  }

  [[nodiscard]] const Map& get() const noexcept {
    static const Map nothing;
    return box_ == nullptr ? nothing : box_->map;
  }
  operator const Map&() const noexcept { return get(); }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool empty() const noexcept { return box_ == nullptr || box_->map.empty(); }
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

  /// The reference is valid until the next copy.
  template <class Key>
  typename Map::mapped_type& operator[](const Key& key) {
    BoxedMap own;
    own.box_ = new Box{{}, get()};
    std::swap(box_, own.box_);
    return box_->map[key];
  }

  friend bool operator==(const BoxedMap& left, const BoxedMap& right) {
    return left.box_ == right.box_ || left.get() == right.get();
  }

 private:
  struct Box {
    HolderCount holders;
    Map map;
  };

  Box* box_ = nullptr;
};

}  // namespace podreel::memory
