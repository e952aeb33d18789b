// The text of a list, written in parts.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/object_store.hpp"

namespace podreel::serve {

/// A list's objects as they were when it was asked for, and the part of its text that is still to be written. A server
/// answers other requests between two parts, as API servers do that stream lists (KEP-5116).
class ListText {
 public:
  using Item = std::function<nlohmann::json(const apiserver::StoredObject& object)>;

  /// `list` is without items; its member `items` is an empty array. `item` returns the item of an object, and must not
  /// throw.
  ListText(const nlohmann::json& list, std::string_view items, std::vector<apiserver::StoredObject> objects, Item item);

  /// Appends about `part_bytes` of the text, or one item if it is larger; returns whether the text is complete.
  [[nodiscard]] bool append_to(std::string& text, std::size_t part_bytes);

  /// Memory of the page's references to objects, in bytes, without the objects, which they share with the store.
  [[nodiscard]] std::size_t bytes() const noexcept { return objects_.size() * sizeof objects_.front(); }

 private:
  std::vector<apiserver::StoredObject> objects_;
  Item item_;
  std::size_t num_written_ = 0;
  /// Text before the next item: the beginning of the list, then a comma.
  std::string before_item_;
  std::string end_;
};

}  // namespace podreel::serve
