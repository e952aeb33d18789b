#include "tools/serve/managed_fields.hpp"

#include "engine/api/json_member.hpp"
#include "tools/serve/wire_message.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

json empty_structures(const WireMessage& message) {
  json object = json::object();
  for (const WireField& field : message.fields) {
    const bool is_structure = field.message != nullptr && field.shape == WireShape::one && !field.is_pointer;
    json inner = is_structure ? empty_structures(*field.message) : json{};
    if (field.name.empty()) {
      object.update(inner);
    } else if (is_structure || !field.is_optional) {
      object[std::string{field.name}] = std::move(inner);
    }
  }
  return object;
}

}  // namespace

json with_managers(const LiveSimulation& simulation, std::string_view resource, const json& object) {
  const apiserver::ObjectId id{std::string{resource}, cluster::key_of(object)};
  json managers = simulation.owners().managed_fields(id, resource_named(resource).group_version());
  json shown = object;
  if (!managers.is_null()) shown["metadata"]["managedFields"] = std::move(managers);
  return shown;
}

bool mentions_managers(const Request& request) {
  return request.body.find("managedFields") != std::string::npos;
}

json take_managers(json& object) {
  if (!object.is_object()) return nullptr;
  const auto metadata = object.find("metadata");
  if (metadata == object.end() || !metadata->is_object()) return nullptr;
  json managers = metadata->value("managedFields", json{});
  metadata->erase("managedFields");
  return managers;
}

std::string manager_of_agent(std::string_view user_agent) {
  constexpr std::size_t max_length = 128;
  std::string name;
  for (const char letter : user_agent.substr(0, user_agent.find('/'))) {
    if (letter > ' ' && letter <= '~' && name.size() < max_length) name += letter;
  }
  return name;
}

json empty_object(std::string_view kind) {
  const WireMessage* message = WireMessages::built_in().find(kind);
  return message == nullptr ? json::object() : empty_structures(*message);
}

}  // namespace podreel::serve
