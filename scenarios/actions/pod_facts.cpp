#include "scenarios/actions/pod_facts.hpp"

#include <map>
#include <string_view>

namespace podreel::actions {

namespace {

using nlohmann::json;

void add_containers(const json& list, PodFacts::Names& names) {
  if (!list.is_array()) return;
  for (const json& container : list) {
    if (container.is_object()) names.insert(container.value("name", ""));
  }
}

void add_command(const json& exec, PodFacts::Names& commands) {
  const auto command = exec.find("command");
  if (command == exec.end() || !command->is_array() || command->empty() || !command->front().is_string()) return;
  commands.insert(command->front().get<std::string>());
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
