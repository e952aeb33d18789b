// Map from pieces of JSON, compared by their text, to values.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace podreel::api {

/// Keeps the keys alive. References to values stay valid until the next `emplace`.
template <class Value>
class JsonMap {
 public:
  /// Null if there is none.
  [[nodiscard]] const Value* find(const nlohmann::json& key) const {
    const auto alike = items_.find(std::hash<nlohmann::json>{}(key));
    if (alike == items_.end()) return nullptr;
    for (const Item& item : alike->second) {
      if (item.key.get() == &key || *item.key == key) return &item.value;
    }
    return nullptr;
  }

  /// For a key that is not there yet.
  const Value& emplace(std::shared_ptr<const nlohmann::json> key, Value value) {
    std::vector<Item>& alike = items_[std::hash<nlohmann::json>{}(*key)];
    alike.push_back({std::move(key), std::move(value)});
    ++size_;
    return alike.back().value;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void clear() noexcept {
    items_.clear();
    size_ = 0;
  }

 private:
  struct Item {
    std::shared_ptr<const nlohmann::json> key;
    Value value;
  };
  /// By the hash of the JSON.
  std::map<std::size_t, std::vector<Item>> items_;
  std::size_t size_ = 0;
};

}  // namespace podreel::api
