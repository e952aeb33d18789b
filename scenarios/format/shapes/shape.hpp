// The shape of a value: one declaration for both its reader and its JSON Schema.
#pragma once

#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/memory/shared_list.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::format {

using Json = nlohmann::ordered_json;

/// Named parts of a JSON Schema under construction (`$defs`).
class Definitions {
 public:
  /// Returns a reference to the definition `name`, which `write` supplies at its first use.
  Json reference(const std::string& name, const std::function<Json()>& write);

  [[nodiscard]] const std::map<std::string, Json>& all() const noexcept { return all_; }

 private:
  std::map<std::string, Json> all_;
};

/// A type-erased shape, so that lists, maps and objects are compiled once, and not once for each type.
struct AnyShape {
  /// For messages: "an integer from 0 to 255".
  std::string accepted;
  /// Reads a value into the target of the pointer; returns false, with problems at the place, if the value is not
  /// accepted.
  std::function<bool(const api::Tree&, const Place&, void*)> read;
  std::function<Json(Definitions&)> schema;
};
using AnyShapePtr = std::shared_ptr<const AnyShape>;

/// Returns the target of the next item of a list, or of the member `key` of a map.
using NewItem = void* (*)(void* list);
using NewMember = void* (*)(void* map, const std::string& key);

[[nodiscard]] AnyShapePtr with_example(const AnyShape& shape, Json value);
[[nodiscard]] AnyShapePtr either_shape(AnyShapePtr first, std::vector<api::Tree::Kind> kinds, AnyShapePtr second);
[[nodiscard]] AnyShapePtr list_shape(AnyShapePtr item, NewItem new_item);
[[nodiscard]] AnyShapePtr map_shape(AnyShapePtr member, NewMember new_member);

/// The format of values of type V in a scenario.
template <class V>
class Shape {
 public:
  explicit Shape(AnyShapePtr shape) : any_{std::move(shape)} {}

  /// `reader` is called as `AnyShape::read`, with a V& as its last argument.
  template <std::predicate<const api::Tree&, const Place&, V&> Read>
  Shape(std::string accepted, Read reader, std::function<Json(Definitions&)> describe)
      : any_{std::make_shared<const AnyShape>(
            AnyShape{std::move(accepted),
                     [reader = std::move(reader)](const api::Tree& node, const Place& place, void* value) {
                       return reader(node, place, *static_cast<V*>(value));
                     },
                     std::move(describe)})} {}

  [[nodiscard]] const std::string& accepted() const noexcept { return any_->accepted; }
  bool read(const api::Tree& node, const Place& place, V& value) const { return any_->read(node, place, &value); }
  [[nodiscard]] Json schema(Definitions& definitions) const { return any_->schema(definitions); }
  [[nodiscard]] const AnyShapePtr& any() const noexcept { return any_; }

  /// Returns the shape with an example, for editors and for tests that generate documents.
  [[nodiscard]] Shape example(Json value) const { return Shape{with_example(*any_, std::move(value))}; }

 private:
  AnyShapePtr any_;
};

/// Returns a shape of U that is read into a V by `convert(U&&, V&)`.
template <class V, class U, class Convert>
[[nodiscard]] Shape<V> adapted(const Shape<U>& shape, Convert convert) {
  return {shape.accepted(),
          [shape, convert](const api::Tree& node, const Place& place, V& value) {
            U inner{};
            if (!shape.read(node, place, inner)) return false;
            convert(std::move(inner), value);
            return true;
          },
          shape.any()->schema};
}

/// Accepts two forms of one value: `first` if the node's kind is in `kinds`, otherwise `second`.
template <class V>
[[nodiscard]] Shape<V> either(const Shape<V>& first, std::vector<api::Tree::Kind> kinds, const Shape<V>& second) {
  return Shape<V>{either_shape(first.any(), std::move(kinds), second.any())};
}

/// Accepts a list. Reads every item, so that all problems are found.
template <class V>
[[nodiscard]] Shape<std::vector<V>> list_of(const Shape<V>& item) {
  return Shape<std::vector<V>>{
      list_shape(item.any(), [](void* list) -> void* { return &static_cast<std::vector<V>*>(list)->emplace_back(); })};
}

/// Accepts a list that its copies share. Reads every item, so that all problems are found.
template <class V>
[[nodiscard]] Shape<memory::SharedList<V>> shared_list_of(const Shape<V>& item) {
  return Shape<memory::SharedList<V>>{list_shape(item.any(), [](void* list) -> void* {
    auto& items = *static_cast<memory::SharedList<V>*>(list);
    items.push_back(V{});
    return &items.back();
  })};
}

/// Accepts a map from arbitrary names to values of one shape. `Map` is a std::map from strings.
template <class Map>
[[nodiscard]] Shape<Map> map_of(const Shape<typename Map::mapped_type>& member) {
  return Shape<Map>{map_shape(
      member.any(), [](void* map, const std::string& key) -> void* { return &(*static_cast<Map*>(map))[key]; })};
}

}  // namespace podreel::format
