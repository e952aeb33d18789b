#include "engine/identity/older_formula.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "engine/identity/type_table.hpp"

namespace podreel::identity {

namespace {

struct Renamed {
  std::string_view name;
  std::string_view before;
  release::ReleaseRange range;
};

/// Public types and embedded fields that had another name.
const std::array renames{
    Renamed{"ProbeHandler", "Handler", {{23, 0}, {}}},
    Renamed{"LifecycleHandler", "Handler", {{23, 0}, {}}},
};

/// The name that `name` had in `older`, for types that `newer` renamed.
std::string_view older_name(std::string_view name, release::Release older, release::Release newer) {
  for (const Renamed& renamed : renames) {
    if (renamed.name == name && renamed.range.contains(newer) && !renamed.range.contains(older)) return renamed.before;
  }
  return name;
}

bool is_public(const TypeRow& row) {
  return row.type.starts_with("v1.");
}

/// The table lists meta v1 types under the same package; those of containers come first and are reached from one.
std::set<std::string> reached_types(release::Release release) {
  std::set<std::string> reached;
  std::vector<const Type*> open{&container_type(release)};
  while (!open.empty()) {
    const Type* type = open.back();
    open.pop_back();
    if (type->element != nullptr) open.push_back(type->element);
    if (type->kind != Kind::structure || !reached.insert(type->name).second) continue;
    for (const Field& field : type->fields) open.push_back(field.type);
  }
  return reached;
}

TypeEdits edits_for(release::Release older, release::Release newer, const std::vector<std::string>& ignored_fields) {
  TypeEdits edits;
  edits.ignored_fields.insert(ignored_fields.begin(), ignored_fields.end());
  for (const Renamed& renamed : renames) {
    const std::string_view before = older_name(renamed.name, older, newer);
    if (before != renamed.name) edits.renamed_types.emplace(renamed.name, before);
  }
  return edits;
}

}  // namespace

std::vector<std::string> fields_added(release::Release older, release::Release newer) {
  const std::set<std::string> before = reached_types(older);
  const std::set<std::string> after = reached_types(newer);
  std::set<std::string> known;
  for (const TypeRow& row : type_table()) {
    if (is_public(row) && row.range.contains(older)) known.insert(std::string{row.type} + "." + std::string{row.field});
  }
  std::set<std::string> added;
  for (const TypeRow& row : type_table()) {
    if (!is_public(row) || !row.range.contains(newer) || !after.contains(std::string{row.type})) continue;
    const std::string type = "v1." + std::string{older_name(row.type.substr(3), older, newer)};
    const std::string field{older_name(row.field, older, newer)};
    if (before.contains(type) && !known.contains(type + "." + field)) added.emplace(row.field);
  }
  return {added.begin(), added.end()};
}

OlderFormula::OlderFormula(release::Release older, release::Release newer,
                           const std::vector<std::string>& ignored_fields)
    : types_(std::make_shared<Types>(newer, edits_for(older, newer, ignored_fields))),
      hasher_(older, types_->get("v1.Container")) {}

}  // namespace podreel::identity
