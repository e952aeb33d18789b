// metav1.DeleteOptions.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "scenarios/cluster/cluster_api.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

struct DeleteOptions {
  std::optional<std::int64_t> grace{};
  /// No value: the default of the kind.
  std::optional<apiserver::Propagation> propagation{};
  bool is_dry_run = false;
  nlohmann::json preconditions = nullptr;
};

/// Reads the options from the body of a request, which may be null, and its query. Throws StatusError.
[[nodiscard]] DeleteOptions delete_options(const nlohmann::json& body, const Target& target);

/// Throws StatusError (409) if the object does not meet the preconditions.
void check_preconditions(const DeleteOptions& options, const nlohmann::json& object, const RequestInfo& info);

}  // namespace podreel::serve
