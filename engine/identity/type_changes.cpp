#include "engine/identity/type_changes.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/identity/go_value.hpp"
#include "engine/identity/type_table.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

/// A structure's members by JSON name, with those of inlined fields among them.
struct Members {
  std::vector<std::string> order;
  std::map<std::string, const Field*> by_name;
};

void add_members(const Type& type, Members& members) {
  for (const Field& field : type.fields) {
    if (field.inlined && field.type->kind == Kind::structure) {
      add_members(*field.type, members);
    } else if (!field.inlined && members.by_name.emplace(field.json, &field).second) {
      members.order.push_back(field.json);
    }
  }
}

Members members_of(const Type& type) {
  Members members;
  add_members(type, members);
  return members;
}

/// The release at which `field` came to the type, or left it. A field may have several rows, one behind the other.
release::Release changed_at(std::string_view type, std::string_view field, bool added, release::Release newer) {
  release::Release found = newer;
  for (const TypeRow& row : type_table()) {
    if (without_package(row.type) != type || row.json != field) continue;
    if (added) found = std::min(found, row.range.since);
    if (!added && row.range.until) found = *row.range.until;
  }
  return found;
}

class Comparer {
 public:
  Comparer(release::Release from, release::Release to) : newer_(std::max(from, to)), upwards_(from <= to) {}

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
    const Members before = members_of(older);
    const Members after = members_of(newer);
    const std::string type{without_package(newer.name)};
    for (const std::string& name : after.order) {
      const Field& field = *after.by_name.at(name);
      const Json* member = find_member(value, name);
      const auto known = before.by_name.find(name);
      if (known == before.by_name.end()) {
        note(type, field, member, place, true);
      } else {
        if (known->second->name != field.name) note_renamed(type, field, member, place);
        compare(*known->second->type, *field.type, member, place.empty() ? name : place + "." + name);
      }
    }
    for (const std::string& name : before.order) {
      if (after.by_name.contains(name)) continue;
      note(type, *before.by_name.at(name), find_member(value, name), place, false);
    }
  }

  void note_renamed(const std::string& type, const Field& field, const Json* member, const std::string& place) {
    FieldChange& change = note(type, field, member, place, true);
    change.renamed_to = field.name;
    for (const TypeRow& row : type_table()) {
      if (without_package(row.type) == type && row.field == field.name) change.since = row.range.since;
    }
  }

  FieldChange& note(const std::string& type, const Field& field, const Json* member, const std::string& place,
                    bool added) {
    const auto same = std::ranges::find_if(changes_, [&](const FieldChange& change) {
      return change.type == type && change.field == field.json && change.place == place;
    });
    FieldChange& change = same != changes_.end() ? *same : changes_.emplace_back();
    if (change.occurrences == 0) {
      change = {type, field.json, place, added == upwards_, changed_at(type, field.json, added, newer_), 0, 0, {}};
    }
    ++change.occurrences;
    if (!is_empty(*field.type, member)) ++change.filled;
    return change;
  }

  release::Release newer_;
  bool upwards_;
  std::vector<FieldChange> changes_;
};

}  // namespace

std::vector<FieldChange> type_changes(std::string_view name, release::Release from, release::Release to,
                                      const Json& value) {
  const Type& older = internal_type(std::min(from, to), name);
  const Type& newer = internal_type(std::max(from, to), name);
  Comparer comparer{from, to};
  comparer.compare(older, newer, &value, {});
  return std::move(comparer).changes();
}

}  // namespace podreel::identity
