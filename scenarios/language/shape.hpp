// The shape of a value: one declaration from which both its reader and its JSON Schema come.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "scenarios/language/decoder.hpp"

namespace podreel::language {

using Json = nlohmann::ordered_json;

/// The named parts of a JSON Schema that is being written (`$defs`).
class Definitions {
 public:
  /// A reference to the definition `name`, which `write` supplies at its first use.
  Json reference(const std::string& name, const std::function<Json()>& write);

  [[nodiscard]] const std::map<std::string, Json>& all() const noexcept { return all_; }

 private:
  std::map<std::string, Json> all_;
};

/// How values of type V are written in a scenario.
template <class V>
struct Shape {
  /// "an integer from 0 to 255": for messages.
  std::string accepted;
  /// Reads a value into the last argument; false, with problems reported at the place, if the value is not accepted.
  std::function<bool(const api::Tree&, const Place&, V&)> read;
  std::function<Json(Definitions&)> schema;

  /// The same with an example, for editors and for tests that generate documents.
  [[nodiscard]] Shape example(Json value) const {
    return {accepted, read, [inner = schema, value = std::move(value)](Definitions& definitions) {
              Json result = inner(definitions);
              result["examples"] = Json::array({value});
              return result;
            }};
  }
};

/// A shape of U read into a V by `convert(U&&, V&)`.
template <class V, class U, class Convert>
[[nodiscard]] Shape<V> adapted(Shape<U> shape, Convert convert) {
  return {shape.accepted,
          [read = shape.read, convert](const api::Tree& node, const Place& place, V& value) {
            U inner{};
            if (!read(node, place, inner)) return false;
            convert(std::move(inner), value);
            return true;
          },
          shape.schema};
}

/// Either form of the same value: `first` if the document's node is of a kind in `kinds`, else `second`.
template <class V>
[[nodiscard]] Shape<V> either(Shape<V> first, std::vector<api::Tree::Kind> kinds, Shape<V> second) {
  const std::string accepted = first.accepted + ", or " + second.accepted;
  return {accepted,
          [first, kinds, second](const api::Tree& node, const Place& place, V& value) {
            for (const api::Tree::Kind kind : kinds) {
              if (node.kind == kind) return first.read(node, place, value);
            }
            return second.read(node, place, value);
          },
          [first, second](Definitions& definitions) {
            return Json{{"anyOf", Json::array({first.schema(definitions), second.schema(definitions)})}};
          }};
}

/// A list, item by item. Every item is read, so that all problems are found.
template <class V>
[[nodiscard]] Shape<std::vector<V>> list_of(Shape<V> item) {
  return {"a list",
          [item](const api::Tree& node, const Place& place, std::vector<V>& values) {
            if (node.kind != api::Tree::Kind::list) {
              place.mismatch(node, "a list");
              return false;
            }
            bool read = true;
            for (std::size_t index = 0; index < node.items.size(); ++index) {
              V value{};
              read = item.read(node.items[index], place.item(index), value) && read;
              values.push_back(std::move(value));
            }
            return read;
          },
          [item](Definitions& definitions) {
            return Json{{"type", "array"}, {"items", item.schema(definitions)}};
          }};
}

/// A map from free names to values of one shape. `Map` is a std::map from strings.
template <class Map>
[[nodiscard]] Shape<Map> map_of(Shape<typename Map::mapped_type> member) {
  return {"a map",
          [member](const api::Tree& node, const Place& place, Map& values) {
            if (node.kind != api::Tree::Kind::map) {
              place.mismatch(node, "a map");
              return false;
            }
            bool read = true;
            for (const auto& [key, mark, value] : node.members) {
              read = member.read(value, place.member(key), values[key]) && read;
            }
            return read;
          },
          [member](Definitions& definitions) {
            return Json{{"type", "object"}, {"additionalProperties", member.schema(definitions)}};
          }};
}

}  // namespace podreel::language
