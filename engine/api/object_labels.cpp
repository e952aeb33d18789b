#include "engine/api/object_labels.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"

namespace podreel::api {

Labels labels_of(const nlohmann::json& object) {
  Labels found;
  const nlohmann::json* metadata = find_member(object, "metadata");
  const nlohmann::json* labels = metadata == nullptr ? nullptr : find_member(*metadata, "labels");
  if (labels == nullptr || !labels->is_object()) return found;
  for (const auto& [name, value] : labels->items()) {
    if (value.is_string()) found.emplace(name, value.get<std::string>());
  }
  return found;
}

}  // namespace podreel::api
