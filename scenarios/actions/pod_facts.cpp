#include "scenarios/actions/pod_facts.hpp"

#include <map>
#include <string_view>

#include "engine/api/cursor.hpp"

namespace podreel::actions {

namespace {

using api::Cursor;
using nlohmann::json;

// A patch may hold anything, and what is wrong with it is told elsewhere.

void add_containers(const Cursor& list, PodFacts::Names& names) {
  list.for_each_item([&names](const Cursor& container, std::size_t) { names.emplace(container["name"].text()); });
}

void add_command(const Cursor& exec, PodFacts::Names& commands) {
  const Cursor command = exec["command"];
  if (command.size() > 0) commands.emplace(command.item(0).text());
}

}  // namespace

void PodFacts::add(const json& part) {
  static const std::map<std::string, std::string, std::less<>> protocols{
      {"httpGet", "http"}, {"tcpSocket", "tcp"}, {"grpc", "grpc"}};
  if (part.is_array()) {
    for (const json& item : part) add(item);
  }
  if (!part.is_object()) return;
  for (const auto& [name, value] : part.items()) {
    if (name == "containers" || name == "initContainers" || name == "ephemeralContainers") {
      add_containers(value, containers);
    } else if (name == "image" && value.is_string()) {
      images.insert(value.get<std::string>());
    } else if (name == "exec") {
      add_command(value, commands);
    } else if (const auto protocol = protocols.find(name); protocol != protocols.end()) {
      endpoints.insert(protocol->second);
    }
    add(value);
  }
}

void PodFacts::add(const PodFacts& other) {
  containers.insert(other.containers.begin(), other.containers.end());
  images.insert(other.images.begin(), other.images.end());
  commands.insert(other.commands.begin(), other.commands.end());
  endpoints.insert(other.endpoints.begin(), other.endpoints.end());
}

}  // namespace podreel::actions
