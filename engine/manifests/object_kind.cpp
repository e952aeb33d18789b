#include "engine/manifests/object_kind.hpp"

namespace podreel::manifests {

namespace {

using Kind = api::Tree::Kind;

}  // namespace

std::string_view kind_of_items(std::string_view list_kind) noexcept {
  constexpr std::string_view ending = "List";
  return list_kind.ends_with(ending) ? list_kind.substr(0, list_kind.size() - ending.size()) : std::string_view{};
}

std::string_view kind_by_shape(const api::Cursor& object) {
  if (!object["metadata"].is_map()) return {};
  const api::Cursor spec = object["spec"];
  if (spec["containers"].kind() == Kind::list) return "Pod";
  if (object["status"]["nodeInfo"]["kubeletVersion"]) return "Node";
  if (spec["selector"] && (spec["minAvailable"] || spec["maxUnavailable"])) return "PodDisruptionBudget";
  return {};
}

std::string_view kind_of_item(const api::Cursor& object, std::string_view list_kind) {
  const std::string_view own = object["kind"].text();
  if (!own.empty()) return own;
  const std::string_view of_list = kind_of_items(list_kind);
  return of_list.empty() ? kind_by_shape(object) : of_list;
}

}  // namespace podreel::manifests
