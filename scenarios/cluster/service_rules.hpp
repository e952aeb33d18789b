// Defaults of Services, and rules for Services and endpoints (pkg/apis/core/v1/defaults.go, pkg/apis/core/validation,
// pkg/apis/discovery/validation; of releases from 1.26 on).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cluster {

/// Parses "10.96.0.1"; returns no value for other texts.
[[nodiscard]] std::optional<std::uint32_t> ipv4_of(std::string_view text);

/// Sets the defaults for a cluster with IPv4 alone. The object must have passed check_fields. Idempotent.
void apply_service_defaults(nlohmann::json& spec);

/// Returns the errors of an object with defaults: "spec.ports: Required value" ….
[[nodiscard]] std::vector<std::string> broken_service_rules(const nlohmann::json& service);
[[nodiscard]] std::vector<std::string> broken_service_update_rules(const nlohmann::json& before,
                                                                   const nlohmann::json& after);
[[nodiscard]] std::vector<std::string> broken_endpoints_rules(const nlohmann::json& endpoints);
[[nodiscard]] std::vector<std::string> broken_slice_rules(const nlohmann::json& slice);

}  // namespace podreel::cluster
