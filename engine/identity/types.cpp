#include "engine/identity/types.hpp"

#include <algorithm>
#include <array>
#include <boost/assert.hpp>
#include <mutex>
#include <utility>

#include "engine/identity/type_table.hpp"

namespace podreel::identity {

namespace {

/// The internal API's package was named api until it moved to pkg/apis/core.
const release::ReleaseRange internal_package_named_api{{0, 0}, release::Release{9, 0}};

constexpr std::string_view internal_package = "core.";
constexpr std::string_view internal_package_before = "api.";

constexpr std::array opaque_types{
    std::pair{std::string_view{"bool"}, Kind::boolean},
    std::pair{std::string_view{"int"}, Kind::integer},
    std::pair{std::string_view{"int32"}, Kind::integer},
    std::pair{std::string_view{"int64"}, Kind::integer},
    std::pair{std::string_view{"resource.Quantity"}, Kind::quantity},
    std::pair{std::string_view{"intstr.IntOrString"}, Kind::int_or_string},
    std::pair{std::string_view{"v1.Time"}, Kind::time},
    std::pair{std::string_view{"v1.FieldsV1"}, Kind::raw_json},
};

Kind scalar_kind(std::string_view name) {
  for (const auto& [opaque, kind] : opaque_types) {
    if (opaque == name) return kind;
  }
  return Kind::string;
}

bool has_rows(std::string_view name) {
  return std::ranges::any_of(type_table(), [name](const TypeRow& row) { return row.type == name; });
}

/// The value type of "map[string]X" or of a named map; empty for anything else.
std::string_view map_value(std::string_view name) {
  if (name.ends_with(".ResourceList")) return "resource.Quantity";
  if (name.starts_with("map[")) return name.substr(name.find(']') + 1);
  return {};
}

}  // namespace

Types::Types(release::Release release, TypeEdits edits) : release_(release), edits_(std::move(edits)) {}

const Type& Types::get(std::string_view name) {
  return build(name);
}

std::string Types::renamed(std::string_view name) const {
  const auto found = edits_.renamed_types.find(name);
  return found == edits_.renamed_types.end() ? std::string{name} : found->second;
}

std::string Types::display_name(std::string_view name) const {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::string{name};
  std::string_view package = name.substr(0, dot + 1);
  if (package == internal_package && internal_package_named_api.contains(release_)) package = internal_package_before;
  return std::string{package} + renamed(name.substr(dot + 1));
}

Type& Types::build(std::string_view name) {
  if (const auto found = types_.find(name); found != types_.end()) return *found->second;
  // Entered before it is filled: types refer to themselves.
  Type& type = *types_.emplace(std::string{name}, std::make_unique<Type>()).first->second;
  if (name.starts_with('*') || name.starts_with("[]")) {
    const std::size_t prefix = name.starts_with('*') ? 1 : 2;
    type.kind = prefix == 1 ? Kind::pointer : Kind::list;
    type.element = &build(name.substr(prefix));
    type.name = std::string{name.substr(0, prefix)} + type.element->name;
    return type;
  }
  type.name = display_name(name);
  if (const std::string_view value = map_value(name); !value.empty()) {
    type.kind = Kind::map;
    type.element = &build(value);
  } else if (has_rows(name)) {
    build_structure(name, type);
  } else {
    type.kind = scalar_kind(name);
  }
  return type;
}

void Types::build_structure(std::string_view name, Type& type) {
  type.kind = Kind::structure;
  for (const TypeRow& row : type_table()) {
    if (row.type != name || !row.range.contains(release_) || edits_.ignored_fields.contains(row.field)) continue;
    const Type& field_type = build(row.go_type);
    const std::string field_name = row.inlined ? renamed(row.field) : std::string{row.field};
    type.fields.push_back({field_name, std::string{row.json}, &field_type, row.omit_empty, row.inlined,
                           field_name + ":(" + field_type.name + ")"});
  }
}

namespace {

/// Types by release, built once.
class SharedTypes {
 public:
  const Type& get(release::Release release, std::string_view name) {
    const std::scoped_lock lock{mutex_};
    return types_.try_emplace(release, release).first->second.get(name);
  }

 private:
  std::mutex mutex_;
  std::map<release::Release, Types> types_;
};

SharedTypes& shared_types() {
  static SharedTypes types;
  return types;
}

}  // namespace

const Type& container_type(release::Release release) {
  return shared_types().get(release, "v1.Container");
}

const Type& internal_type(release::Release release, std::string_view name) {
  return shared_types().get(release, name);
}

}  // namespace podreel::identity
