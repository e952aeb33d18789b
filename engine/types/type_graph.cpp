#include "engine/types/type_graph.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace podreel::types {

namespace {

constexpr std::array opaque_types{
    std::pair{std::string_view{"bool"}, Kind::boolean},
    std::pair{std::string_view{"int"}, Kind::integer},
    std::pair{std::string_view{"int32"}, Kind::integer},
    std::pair{std::string_view{"int64"}, Kind::integer},
    std::pair{std::string_view{"resource.Quantity"}, Kind::quantity},
    std::pair{std::string_view{"intstr.IntOrString"}, Kind::int_or_string},
    std::pair{std::string_view{"meta.Time"}, Kind::time},
    std::pair{std::string_view{"meta.FieldsV1"}, Kind::raw_json},
    std::pair{std::string_view{"any"}, Kind::raw_json},
};

Kind scalar_kind(std::string_view id) {
  const auto found = std::ranges::find(opaque_types, id, [](const auto& opaque) { return opaque.first; });
  return found == opaque_types.end() ? Kind::string : found->second;
}

/// The value type of "map[string]X" or of a named map; empty for anything else.
std::string_view map_value(std::string_view id) {
  if (id == "ResourceList") return "resource.Quantity";
  if (id.starts_with("map[")) return id.substr(id.find(']') + 1);
  return {};
}

bool is_own(std::string_view id) {
  return id.find('.') == std::string_view::npos && id.front() >= 'A' && id.front() <= 'Z';
}

/// Last of several fields with one JSON name, which exist over several releases.
void add_member(const Field& field, std::vector<const Field*>& members) {
  const auto same =
      std::ranges::find(members, field.json, [](const Field* member) -> const std::string& { return member->json; });
  if (same == members.end()) {
    members.push_back(&field);
  } else {
    *same = &field;
  }
}

}  // namespace

const Field* Type::find(std::string_view json) const noexcept {
  for (const Field* member : members) {
    if (member->json == json) return member;
  }
  return nullptr;
}

TypeGraph::TypeGraph(const TypeTable& table, const Overlay& overlay, Api api, std::optional<release::Release> release,
                     TypeEdits edits)
    : table_(table), overlay_(overlay), api_(api), release_(release), edits_(std::move(edits)) {}

const Type& TypeGraph::get(std::string_view id) {
  return build(id);
}

std::string TypeGraph::renamed(std::string_view name) const {
  const auto found = edits_.renamed_types.find(name);
  return found == edits_.renamed_types.end() ? std::string{name} : found->second;
}

std::string TypeGraph::display_name(std::string_view id) const {
  constexpr std::string_view meta = "meta.";
  if (id.starts_with(meta)) return "v1." + std::string{id.substr(meta.size())};
  if (!is_own(id)) return std::string{id};
  const bool internal = api_ == Api::internal && release_;
  return std::string{internal ? table_.internal_package(*release_) : "v1"} + "." + renamed(id);
}

Type& TypeGraph::build(std::string_view id) {
  if (const auto found = types_.find(id); found != types_.end()) return *found->second;
  // Entered before it is filled: types refer to themselves.
  Type& type = *types_.emplace(std::string{id}, std::make_unique<Type>()).first->second;
  type.id = id;
  if (id.starts_with('*') || id.starts_with("[]")) {
    const std::size_t prefix = id.starts_with('*') ? 1 : 2;
    type.kind = prefix == 1 ? Kind::pointer : Kind::list;
    type.element = &build(id.substr(prefix));
    type.name = std::string{id.substr(0, prefix)} + type.element->name;
    return type;
  }
  type.name = display_name(id);
  if (const std::string_view value = map_value(id); !value.empty()) {
    type.kind = Kind::map;
    type.element = &build(value);
    if (!is_own(id)) type.name = "map[string]" + type.element->name;
  } else if (const std::vector<FieldRow>* rows = table_.find(id)) {
    type.kind = Kind::structure;
    build_structure(*rows, type);
  } else {
    type.kind = scalar_kind(id);
  }
  return type;
}

void TypeGraph::build_structure(const std::vector<FieldRow>& rows, Type& type) {
  type.fields.reserve(rows.size());
  for (const FieldRow& row : rows) {
    if (!row.is_in(api_, release_) || edits_.ignored_fields.contains(row.name)) continue;
    Field field;
    field.name = row.inlined ? renamed(row.name) : std::string{row.name};
    field.json = row.json;
    field.type = &build(row.go_type);
    field.omit_empty = row.omit_empty;
    field.inlined = row.inlined;
    field.nullable = std::ranges::any_of(
        rows, [&row](const FieldRow& other) { return other.json == row.json && other.go_type.front() == '*'; });
    field.label = field.name + ":(" + field.type->name + ")";
    field.described = &overlay_.find(type.id, row.json);
    field.required = field.described->rule.required.value_or(!row.omit_empty && !row.inlined);
    type.fields.push_back(std::move(field));
  }
  for (const Field& field : type.fields) {
    if (!field.inlined) {
      add_member(field, type.members);
    } else {
      for (const Field* member : field.type->members) add_member(*member, type.members);
    }
  }
}

}  // namespace podreel::types
