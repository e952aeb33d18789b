#include "engine/identity/older_formula.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "engine/types/catalogue.hpp"

namespace podreel::identity {

namespace {

using types::RenamedType;

const types::TypeTable& table() {
  return types::Catalogue::built_in().table();
}

/// The name that `name` had in `older`, for types that `newer` renamed.
std::string_view older_name(std::string_view name, release::Release older, release::Release newer) {
  for (const RenamedType& renamed : table().renamed()) {
    if (renamed.name == name && renamed.range.contains(newer) && !renamed.range.contains(older)) return renamed.before;
  }
  return name;
}

/// Calls `visit` once for each structure of which `container` consists.
template <class Visit>
void visit_structures(const types::Type& container, Visit visit) {
  std::set<std::string_view> reached;
  std::vector<const types::Type*> open{&container};
  while (!open.empty()) {
    const types::Type* type = open.back();
    open.pop_back();
    if (type->element != nullptr) open.push_back(type->element);
    if (type->kind != types::Kind::structure || !reached.insert(type->id).second) continue;
    visit(*type);
    for (const types::Field& field : type->fields) open.push_back(field.type);
  }
}

std::set<std::string> reached_types(release::Release release) {
  std::set<std::string> reached;
  visit_structures(types::v1_type(release, "Container"), [&](const types::Type& type) { reached.insert(type.id); });
  return reached;
}

types::TypeEdits edits_for(release::Release older, release::Release newer,
                           const std::vector<std::string>& ignored_fields) {
  types::TypeEdits edits;
  edits.ignored_fields.insert(ignored_fields.begin(), ignored_fields.end());
  for (const RenamedType& renamed : table().renamed()) {
    const std::string_view before = older_name(renamed.name, older, newer);
    if (before != renamed.name) edits.renamed_types.emplace(renamed.name, before);
  }
  return edits;
}

}  // namespace

std::vector<std::string> fields_added(release::Release older, release::Release newer) {
  const std::set<std::string> before = reached_types(older);
  std::set<std::string> added;
  for (const std::string& id : reached_types(newer)) {
    const std::string former{older_name(id, older, newer)};
    if (!before.contains(former)) continue;
    const std::vector<types::Field>& known = types::v1_type(older, former).fields;
    for (const types::Field& field : types::v1_type(newer, id).fields) {
      const std::string_view name = older_name(field.name, older, newer);
      if (std::ranges::find(known, name, &types::Field::name) == known.end()) added.insert(field.name);
    }
  }
  return {added.begin(), added.end()};
}

const std::vector<std::string>& container_field_names() {
  static const std::vector<std::string> names = [] {
    std::set<std::string> found;
    visit_structures(types::Catalogue::built_in().get(types::Api::v1, std::nullopt, "Container"),
                     [&](const types::Type& type) {
                       for (const types::Field& field : type.fields) found.insert(field.name);
                     });
    return std::vector<std::string>{found.begin(), found.end()};
  }();
  return names;
}

OlderFormula::OlderFormula(release::Release older, release::Release newer,
                           const std::vector<std::string>& ignored_fields)
    : graph_(std::make_shared<types::TypeGraph>(table(), types::Catalogue::built_in().overlay(), types::Api::v1, newer,
                                                edits_for(older, newer, ignored_fields))),
      hasher_(older, graph_->get("Container")) {}

}  // namespace podreel::identity
