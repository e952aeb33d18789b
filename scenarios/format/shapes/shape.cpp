#include "scenarios/format/shapes/shape.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace podreel::format {

namespace {

using Kind = api::Tree::Kind;

AnyShapePtr made(std::string accepted, std::function<bool(const api::Tree&, const Place&, void*)> read,
                 std::function<Json(Definitions&)> schema) {
  return std::make_shared<const AnyShape>(AnyShape{std::move(accepted), std::move(read), std::move(schema)});
}

bool is_of_kind(const api::Tree& node, Kind kind, const Place& place, std::string_view accepted) {
  if (node.kind == kind) return true;
  place.mismatch(node, accepted);
  return false;
}

}  // namespace

Json Definitions::reference(const std::string& name, const std::function<Json()>& write) {
  if (!all_.contains(name)) {
    all_[name];
    Json written = write();
    all_[name] = std::move(written);
  }
  return {{"$ref", fmt::format("#/$defs/{}", name)}};
}

AnyShapePtr with_example(const AnyShape& shape, Json value) {
  return made(shape.accepted, shape.read, [inner = shape.schema, value = std::move(value)](Definitions& definitions) {
    Json result = inner(definitions);
    result["examples"] = Json::array({value});
    return result;
  });
}

AnyShapePtr either_shape(AnyShapePtr first, std::vector<Kind> kinds, AnyShapePtr second) {
  return made(
      first->accepted + ", or " + second->accepted,
      [first, kinds = std::move(kinds), second](const api::Tree& node, const Place& place, void* value) {
        const bool is_first = std::ranges::find(kinds, node.kind) != kinds.end();
        return (is_first ? first : second)->read(node, place, value);
      },
      [first, second](Definitions& definitions) {
        return Json{{"anyOf", Json::array({first->schema(definitions), second->schema(definitions)})}};
      });
}

AnyShapePtr list_shape(AnyShapePtr item, NewItem new_item) {
  return made(
      "a list",
      [item, new_item](const api::Tree& node, const Place& place, void* list) {
        bool read = is_of_kind(node, Kind::list, place, "a list");
        for (std::size_t index = 0; index < node.items.size(); ++index) {
          read = item->read(node.items[index], place.item(index), new_item(list)) && read;
        }
        return read;
      },
      [item](Definitions& definitions) {
        return Json{{"type", "array"}, {"items", item->schema(definitions)}};
      });
}

AnyShapePtr map_shape(AnyShapePtr member, NewMember new_member) {
  return made(
      "a map",
      [member, new_member](const api::Tree& node, const Place& place, void* map) {
        bool read = is_of_kind(node, Kind::map, place, "a map");
        for (const auto& [key, mark, value] : node.members) {
          read = member->read(value, place.member(key), new_member(map, key)) && read;
        }
        return read;
      },
      [member](Definitions& definitions) {
        return Json{{"type", "object"}, {"additionalProperties", member->schema(definitions)}};
      });
}

}  // namespace podreel::format
