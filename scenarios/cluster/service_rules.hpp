// What an API server fills into Services, and what must hold in them and in endpoints (pkg/apis/core/v1/defaults.go,
// pkg/apis/core/validation, pkg/apis/discovery/validation; of releases from 1.26 on).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::controllers {

/// Of "10.96.0.1"; nothing for what is none.
[[nodiscard]] std::optional<std::uint32_t> ipv4_of(std::string_view text);

/// Its families are those of a cluster that knows IPv4 only. The object must have passed check_fields. Idempotent.
void apply_service_defaults(nlohmann::json& spec);

/// Of an object with its defaults: "spec.ports: Required value" ….
[[nodiscard]] std::vector<std::string> broken_service_rules(const nlohmann::json& service);
[[nodiscard]] std::vector<std::string> broken_service_update_rules(const nlohmann::json& before,
                                                                   const nlohmann::json& after);
[[nodiscard]] std::vector<std::string> broken_endpoints_rules(const nlohmann::json& endpoints);
[[nodiscard]] std::vector<std::string> broken_slice_rules(const nlohmann::json& slice);

}  // namespace podreel::controllers
