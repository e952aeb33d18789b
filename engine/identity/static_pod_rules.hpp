// Static pod validation: the rules, grouped by what they look at. Internal to static_pod_validation.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/identity/static_pod_validation.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::identity {

/// What rules look at and report to.
struct StaticPodCheck {
  release::Release release;
  std::vector<StaticPodRefusal> refusals;

  void refuse(std::string path, std::string message) { refusals.push_back({std::move(path), std::move(message)}); }
};

/// Members that a pod from a file must not have in some releases.
void check_forbidden_members(const nlohmann::json& spec, StaticPodCheck& check);
void check_resource_claims(const nlohmann::json& spec, StaticPodCheck& check);
void check_volumes(const nlohmann::json& spec, StaticPodCheck& check);
/// All containers of a list, "containers" or "initContainers".
void check_containers(const nlohmann::json& spec, std::string_view list, StaticPodCheck& check);

/// How many of the handlers that the release knows a probe or hook names.
[[nodiscard]] int handler_count(const nlohmann::json& handler, std::string_view type, release::Release release);

[[nodiscard]] bool is_dns_label(std::string_view text);
[[nodiscard]] bool is_dns_subdomain(std::string_view text);

}  // namespace podreel::identity
