// What of a pod a script can be about.
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
  /// The first words of the commands that its probes and hooks run.
  Names commands{};
  /// "http", "tcp" and "grpc", as far as its probes and hooks ask over the network.
  Names endpoints{};
  /// What it takes files, environment or pull credentials from, with the keys that it asks for by name.
  using References = std::map<std::string, Names, std::less<>>;
  References config_maps{};
  References secrets{};
  /// Volumes that a container mounts, and those of all that are of a kind that is attached to nodes.
  Names volumes{};
  Names attached_volumes{};

  /// What a pod has, or what a patch or an update gives it.
  void add(const nlohmann::json& part);
  void add(const PodFacts& other);
};

}  // namespace podreel::actions
