// Parts of a pod that a script can refer to.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace podreel::actions {

struct PodFacts {
  using Names = std::set<std::string, std::less<>>;

  Names containers{};
  Names images{};
  /// First words of the commands of its probes and hooks.
  Names commands{};
  /// "http", "tcp" and "grpc", if its probes and hooks use them.
  Names endpoints{};
  /// Objects from which it takes files, environment or pull credentials, with the keys that it uses by name.
  using References = std::map<std::string, Names, std::less<>>;
  References config_maps{};
  References secrets{};
  /// Volumes that a container mounts, and those that are attached to nodes.
  Names volumes{};
  Names attached_volumes{};

  /// Adds the parts of a pod, patch or update.
  void add(const nlohmann::json& part);
  void add(const PodFacts& other);
};

}  // namespace podreel::actions
