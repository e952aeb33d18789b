// What users do to pods.
#pragma once

#include <string>

#include "tools/server/live_simulation.hpp"
#include "tools/server/message.hpp"
#include "tools/server/target.hpp"

namespace podreel::server {

/// Of a request below /api/v1.
struct AskedObject {
  /// "pods".
  std::string resource{};
  /// Empty: of all namespaces, or of none.
  std::string name_space{};
  /// Empty: the list.
  std::string name{};
  std::string subresource{};

  [[nodiscard]] std::string key() const { return name_space.empty() ? name : name_space + '/' + name; }
};

// All throw StatusError.
[[nodiscard]] Response create_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                  const AskedObject& asked);
[[nodiscard]] Response delete_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                  const AskedObject& asked);
[[nodiscard]] Response patch_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                                 const AskedObject& asked);
[[nodiscard]] Response evict_pod(LiveSimulation& simulation, const Request& request, const AskedObject& asked);

}  // namespace podreel::server
