// metav1.DeleteOptions.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "scenarios/cluster/cluster_api.hpp"
#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

struct DeleteOptions {
  std::optional<std::int64_t> grace{};
  /// No value: as the kind has it.
  std::optional<apiserver::Propagation> propagation{};
  bool is_dry_run = false;
  nlohmann::json preconditions = nullptr;
};

/// From the body of a request, or null, and its query. Throws StatusError.
[[nodiscard]] DeleteOptions delete_options(const nlohmann::json& body, const Target& target);

/// Throws StatusError (409) if the object is not what was meant.
void check_preconditions(const DeleteOptions& options, const nlohmann::json& object, const AskedObject& asked);

}  // namespace podreel::server
