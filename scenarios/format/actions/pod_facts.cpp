#include "scenarios/format/actions/pod_facts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "engine/api/cursor.hpp"

namespace podreel::actions {

namespace {

using api::Cursor;
using nlohmann::json;

// A patch may contain anything; its errors are reported elsewhere.

void add_containers(const Cursor& list, PodFacts::Names& names) {
  list.for_each_item([&names](const Cursor& container, std::size_t) { names.emplace(container["name"].text()); });
}

void add_command(const Cursor& exec, PodFacts::Names& commands) {
  const Cursor command = exec["command"];
  if (command.size() == 0) return;
  commands.emplace(command.item(0).text());
  std::string line;
  command.for_each_item([&line](const Cursor& word, std::size_t) {
    if (!line.empty()) line += ' ';
    line += word.text();
  });
  commands.insert(std::move(line));
}

/// Adds volumes whose source has an attacher (pkg/volume), and claims, which may be bound to such a source.
void add_attached(const Cursor& list, PodFacts::Names& names) {
  static constexpr std::array sources{
      "persistentVolumeClaim", "ephemeral", "awsElasticBlockStore", "azureDisk", "cinder",       "fc", "flexVolume",
      "gcePersistentDisk",     "iscsi",     "portworxVolume",       "rbd",       "vsphereVolume"};
  list.for_each_item([&names](const Cursor& volume, std::size_t) {
    const auto has = [&volume](const char* source) { return static_cast<bool>(volume[source]); };
    if (std::ranges::any_of(sources, has)) names.emplace(volume["name"].text());
  });
}

/// Volumes name a Secret by secretName; all other references use name.
PodFacts::Names& add_reference(const Cursor& reference, PodFacts::References& references) {
  const auto name = reference["secretName"] ? reference["secretName"].text() : reference["name"].text();
  return references[std::string{name}];
}

void add_keyed_reference(const Cursor& reference, PodFacts::References& references) {
  PodFacts::Names& keys = add_reference(reference, references);
  if (reference["key"]) keys.emplace(reference["key"].text());
  reference["items"].for_each_item([&keys](const Cursor& item, std::size_t) { keys.emplace(item["key"].text()); });
}

void add_credentials(const Cursor& list, PodFacts::References& secrets) {
  list.for_each_item(
      [&secrets](const Cursor& secret, std::size_t) { add_reference(secret, secrets).emplace(".dockerconfigjson"); });
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
    } else if ((name == "image" || name == "reference") && value.is_string()) {
      // Image volumes have a reference.
      images.insert(value.get<std::string>());
    } else if (name == "exec") {
      add_command(value, commands);
    } else if (name == "configMap" || name == "configMapRef" || name == "configMapKeyRef") {
      add_keyed_reference(value, config_maps);
    } else if (name == "secret" || name == "secretRef" || name == "secretKeyRef") {
      add_keyed_reference(value, secrets);
    } else if (name == "volumeMounts" || name == "volumeDevices") {
      add_containers(value, volumes);
    } else if (name == "volumes") {
      add_attached(value, attached_volumes);
    } else if (name == "imagePullSecrets") {
      add_credentials(value, secrets);
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
  for (const auto& [name, keys] : other.config_maps) config_maps[name].insert(keys.begin(), keys.end());
  for (const auto& [name, keys] : other.secrets) secrets[name].insert(keys.begin(), keys.end());
  volumes.insert(other.volumes.begin(), other.volumes.end());
  attached_volumes.insert(other.attached_volumes.begin(), other.attached_volumes.end());
}

}  // namespace podreel::actions
