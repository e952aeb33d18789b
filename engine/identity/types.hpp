// The Go types of one release as a graph that walkers follow.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::identity {

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
  /// Key in the API's JSON; empty if the members stand in the object around it.
  std::string json;
  const Type* type = nullptr;
  bool omit_empty = false;
  bool inlined = false;
  /// "Name:(string)": how spew introduces the field.
  std::string label;
};

struct Type {
  Kind kind = Kind::string;
  /// As Go prints it: "v1.Container", "*bool", "[]string", "api.ResourceList".
  std::string name;
  /// Of a pointer, list or map.
  const Type* element = nullptr;
  /// Of a structure, in Go's order.
  std::vector<Field> fields;
};

/// "Container" of "v1.Container".
[[nodiscard]] constexpr std::string_view without_package(std::string_view type) noexcept {
  return type.substr(type.find('.') + 1);
}

/// What is changed on a release's types before walking them, as a kubelet does that computes an older release's hash.
struct TypeEdits {
  /// Go field names to leave out wherever they occur.
  std::set<std::string, std::less<>> ignored_fields;
  /// Go type and embedded field names to print as others, without package: "ProbeHandler" as "Handler".
  std::map<std::string, std::string, std::less<>> renamed_types;
};

class Types {
 public:
  /// The types that `release` was built with.
  explicit Types(release::Release release, TypeEdits edits = {});

  /// "v1.Container" or "core.Pod" and what it reaches; built at the first call. The result lives as long as this.
  [[nodiscard]] const Type& get(std::string_view name);

 private:
  Type& build(std::string_view name);
  void build_structure(std::string_view name, Type& type);
  [[nodiscard]] std::string display_name(std::string_view name) const;
  [[nodiscard]] std::string renamed(std::string_view name) const;

  release::Release release_;
  TypeEdits edits_;
  std::map<std::string, std::unique_ptr<Type>, std::less<>> types_;
};

/// The type "v1.Container" of a release; shared, safe to call from any thread.
[[nodiscard]] const Type& container_type(release::Release release);

/// The type that a kubelet of `release` reads pods into: "core.Pod" and, for 1.2's containers, "core.Container".
[[nodiscard]] const Type& internal_type(release::Release release, std::string_view name);

}  // namespace podreel::identity
