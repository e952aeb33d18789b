// What a request is about.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/resources.hpp"
#include "tools/serve/target.hpp"

namespace podreel::server {

/// Of a request below /api/v1 or /apis/GROUP/VERSION.
struct AskedObject {
  const Resource* kind = nullptr;
  /// Empty: of all namespaces, or of none.
  std::string name_space{};
  /// Empty: the list.
  std::string name{};
  std::string subresource{};

  [[nodiscard]] std::string key() const { return name_space.empty() ? name : name_space + '/' + name; }
  [[nodiscard]] apiserver::ObjectId id() const { return {std::string{kind->name}, key()}; }
};

/// Throws StatusError (404) for what is not there.
[[nodiscard]] AskedObject asked_object(const std::vector<std::string>& path);

/// Throws StatusError (404).
[[nodiscard]] const apiserver::StoredObject& existing(const LiveSimulation& simulation, const AskedObject& asked);

/// Whether nothing is to be changed; throws StatusError for another value than All.
[[nodiscard]] bool is_dry_run(const Target& target);

}  // namespace podreel::server
