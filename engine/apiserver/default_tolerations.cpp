#include "engine/apiserver/default_tolerations.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "engine/api/json_member.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 2> keys{"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"};
constexpr int tolerated_seconds = 300;

/// An empty key matches every taint, an empty effect every effect.
bool is_about(const json& toleration, std::string_view key) {
  const std::string effect = api::string_member(toleration, "effect");
  const std::string own_key = api::string_member(toleration, "key");
  return (own_key.empty() || own_key == key) && (effect.empty() || effect == "NoExecute");
}

}  // namespace

api::Manifest with_default_tolerations(const api::Manifest& manifest) {
  auto changed = std::make_shared<json>(*manifest);
  json& tolerations = (*changed)["spec"]["tolerations"];
  if (!tolerations.is_array()) tolerations = json::array();
  for (const std::string_view key : keys) {
    const bool is_there = std::any_of(tolerations.begin(), tolerations.end(),
                                      [key](const json& toleration) { return is_about(toleration, key); });
    if (is_there) continue;
    tolerations.push_back(
        {{"key", key}, {"operator", "Exists"}, {"effect", "NoExecute"}, {"tolerationSeconds", tolerated_seconds}});
  }
  return changed;
}

}  // namespace podreel::apiserver
