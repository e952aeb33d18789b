#include "engine/types/type_changes.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/api/json_member.hpp"
#include "engine/types/go_value.hpp"

namespace podreel::types {

namespace {

using Json = nlohmann::json;

const std::vector<FieldRow>& rows_of(const Type& type) {
  return *Catalogue::built_in().table().find(type.id);
}

/// The range of a row of `field` that `fits`; null if there is none.
template <class Fits>
const release::ReleaseRange* find_range(Api api, const Type& type, std::string_view field, Fits fits) {
  for (const FieldRow& row : rows_of(type)) {
    const release::ReleaseRange& held = row.held[static_cast<std::size_t>(api)];
    if (row.json == field && row.is_in(api, {}) && fits(held)) return &held;
  }
  return nullptr;
}

/// The release at which `field` came to the type, or left it. A field may have several rows, one behind the other; what
/// a type lost and got again came with the later one.
release::Release changed_at(Api api, const Type& type, std::string_view field, bool added, release::Release newer) {
  if (added) {
    const auto holds = [newer](const release::ReleaseRange& held) { return held.contains(newer); };
    const release::ReleaseRange* held = find_range(api, type, field, holds);
    release::Release found = held == nullptr ? newer : held->since;
    while (held != nullptr) {
      held = find_range(api, type, field, [found](const release::ReleaseRange& other) { return other.until == found; });
      if (held != nullptr) found = held->since;
    }
    return found;
  }
  std::optional<release::Release> left;
  for (const FieldRow& row : rows_of(type)) {
    const release::ReleaseRange& held = row.held[static_cast<std::size_t>(api)];
    if (row.json == field && row.is_in(api, {}) && held.until && *held.until <= newer)
      left = std::max(left, held.until);
  }
  return left.value_or(newer);
}

class Comparer {
 public:
  Comparer(Api api, release::Release from, release::Release to)
      : api_(api), newer_(std::max(from, to)), upwards_(from <= to) {}

  void compare(const Type& older, const Type& newer, const Json* value, const std::string& place) {
    if (value == nullptr && newer.kind != Kind::structure) return;
    if (older.kind != newer.kind) return;
    switch (newer.kind) {
      case Kind::pointer:
        return compare(*older.element, *newer.element, value, place);
      case Kind::list:
        if (!value->is_array()) return;
        for (const Json& element : *value) {
          compare(*older.element, *newer.element, element.is_null() ? nullptr : &element, place + "[]");
        }
        return;
      case Kind::structure:
        return compare_structures(older, newer, value, place);
      default:
        return;
    }
  }

  [[nodiscard]] std::vector<FieldChange> changes() && { return std::move(changes_); }

 private:
  void compare_structures(const Type& older, const Type& newer, const Json* value, const std::string& place) {
    for (const Field* field : newer.members) {
      const std::string& name = field->json;
      const Json* member = api::find_member(value, name);
      const Field* known = older.find(name);
      if (known == nullptr) {
        note(newer, *field, member, place, true);
      } else {
        if (known->name != field->name) note_renamed(newer, *field, member, place);
        compare(*known->type, *field->type, member, place.empty() ? name : place + "." + name);
      }
    }
    for (const Field* field : older.members) {
      if (newer.find(field->json) == nullptr) {
        note(newer, *field, api::find_member(value, field->json), place, false);
      }
    }
  }

  void note_renamed(const Type& type, const Field& field, const Json* member, const std::string& place) {
    FieldChange& change = note(type, field, member, place, true);
    change.renamed_to = field.name;
    for (const FieldRow& row : rows_of(type)) {
      if (row.name == field.name) change.since = row.held[static_cast<std::size_t>(api_)].since;
    }
  }

  FieldChange& note(const Type& type, const Field& field, const Json* member, const std::string& place, bool added) {
    const std::string name{without_package(type.name)};
    const auto same = std::ranges::find_if(changes_, [&](const FieldChange& change) {
      return change.type == name && change.field == field.json && change.place == place;
    });
    FieldChange& change = same != changes_.end() ? *same : changes_.emplace_back();
    if (change.occurrences == 0) {
      change = {name, field.json, place, added == upwards_, changed_at(api_, type, field.json, added, newer_),
                0,    0,          {}};
    }
    ++change.occurrences;
    if (!is_empty(*field.type, member)) ++change.filled;
    return change;
  }

  Api api_;
  release::Release newer_;
  bool upwards_;
  std::vector<FieldChange> changes_;
};

}  // namespace

std::vector<FieldChange> type_changes(Api api, std::string_view id, release::Release from, release::Release to,
                                      const Json& value) {
  const Type& older = Catalogue::built_in().get(api, std::min(from, to), id);
  const Type& newer = Catalogue::built_in().get(api, std::max(from, to), id);
  Comparer comparer{api, from, to};
  comparer.compare(older, newer, &value, {});
  return std::move(comparer).changes();
}

}  // namespace podreel::types
