#include "engine/api/schema.hpp"

#include <algorithm>
#include <map>

#include "engine/api/schema_rows.hpp"

namespace podreel::api {

namespace {

using Types = std::map<std::string_view, ObjectType>;

const Types& all_types() {
  static const Types types = [] {
    Types result;
    for (auto* group : {&schema::metadata_types, &schema::pod_types, &schema::scheduling_types,
                        &schema::container_types, &schema::volume_types, &schema::status_types}) {
      for (ObjectType& type : group()) result.emplace(type.name, std::move(type));
    }
    return result;
  }();
  return types;
}

}  // namespace

const Field* ObjectType::find(std::string_view field) const noexcept {
  const auto found = std::ranges::find(fields, field, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

const ObjectType& object_type(std::string_view name) {
  return all_types().at(name);
}

std::vector<const release::FeatureGate*> gates_of_fields() {
  std::vector<const release::FeatureGate*> gates;
  for (const auto& [name, type] : all_types()) {
    for (const Field& field : type.fields) {
      if (field.available.gate != nullptr) gates.push_back(field.available.gate);
    }
  }
  return gates;
}

bool is_stored(const Field& field, release::Release release, const release::FeatureGates& gates) {
  const Availability& available = field.available;
  if (!release::ReleaseRange{available.since, {}}.contains(release)) return false;
  return available.gate == nullptr || release::is_on(*available.gate, release, gates);
}

}  // namespace podreel::api
