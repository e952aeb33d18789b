#include "engine/manifests/pod_name.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/cursor.hpp"

namespace podreel::manifests {

std::string namespace_of(const nlohmann::json& pod) {
  const std::string_view space = api::Cursor{pod.at("metadata")}["namespace"].text();
  return std::string{space.empty() ? "default" : space};
}

std::string full_name(const nlohmann::json& pod) {
  return fmt::format("{}/{}", namespace_of(pod), api::Cursor{pod.at("metadata")}["name"].text());
}

std::string_view deployment_of(std::string_view replica_set, std::string_view template_hash) {
  const std::string ending = fmt::format("-{}", template_hash);
  if (template_hash.empty() || !replica_set.ends_with(ending)) return {};
  return replica_set.substr(0, replica_set.size() - ending.size());
}

}  // namespace podreel::manifests
