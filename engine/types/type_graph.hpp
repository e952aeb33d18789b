// The Go types of one release as a graph that walkers follow.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/types/overlay.hpp"
#include "engine/types/type_table.hpp"

namespace podreel::types {

enum class Kind : std::uint8_t {
  boolean,
  integer,
  string,
  structure,
  pointer,
  list,
  map,
  quantity,
  int_or_string,
  time,
  raw_json,
};

struct Type;

struct Field {
  std::string name;
  /// Key in the API's JSON; empty if the members are inlined.
  std::string json;
  const Type* type = nullptr;
  bool omit_empty = false;
  bool inlined = false;
  /// A pointer in v1: nothing is something else than zero.
  bool nullable = false;
  /// "Name:(string)": how spew introduces the field.
  std::string label;
  /// It must not be missing or empty.
  bool required = false;
  /// Entry of the overlay.
  const Description* described = nullptr;
};

struct Type {
  Kind kind = Kind::string;
  /// As the table has it: "Container", "meta.ObjectMeta".
  std::string id;
  /// As Go prints it: "v1.Container", "*bool", "[]string", "api.ResourceList".
  std::string name;
  /// Element type of a pointer, list or map.
  const Type* element = nullptr;
  /// Fields of a structure, in Go's order.
  std::vector<Field> fields;
  /// The fields that have a JSON name, in the same order, those of inlined structures among them.
  std::vector<const Field*> members;

  /// A member by its JSON name; null if there is none.
  [[nodiscard]] const Field* find(std::string_view json) const noexcept;
};

/// "Container" of "v1.Container".
[[nodiscard]] constexpr std::string_view without_package(std::string_view type) noexcept {
  return type.substr(type.find('.') + 1);
}

/// Changes of a release's types before they are walked, as by a kubelet that computes an older release's hash.
struct TypeEdits {
  /// Go field names to leave out wherever they occur.
  std::set<std::string, std::less<>> ignored_fields;
  /// Go type and embedded field names to print as others, without package: "ProbeHandler" as "Handler".
  std::map<std::string, std::string, std::less<>> renamed_types;
};

/// The types of one form of the API in one release.
class TypeGraph {
 public:
  /// Builds the types of `release`, or of the fields of every release, in the newest form of each, if there is none.
  /// Table and overlay must outlive this.
  TypeGraph(const TypeTable& table, const Overlay& overlay, Api api, std::optional<release::Release> release,
            TypeEdits edits = {});

  /// "Container", "*Pod" and what it reaches; built at the first call. The result lives as long as this.
  [[nodiscard]] const Type& get(std::string_view id);

 private:
  Type& build(std::string_view id);
  void build_structure(const std::vector<FieldRow>& rows, Type& type);
  [[nodiscard]] std::string display_name(std::string_view id) const;
  [[nodiscard]] std::string renamed(std::string_view name) const;

  const TypeTable& table_;
  const Overlay& overlay_;
  Api api_;
  std::optional<release::Release> release_;
  TypeEdits edits_;
  std::map<std::string, std::unique_ptr<Type>, std::less<>> types_;
};

}  // namespace podreel::types
