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

}  // namespace podreel::manifests
