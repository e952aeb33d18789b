#include "engine/upgrade/cluster_inventory.hpp"

#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/api/cursor.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/release/patch_releases.hpp"
#include "engine/release/vendor_build.hpp"

namespace podreel::upgrade {

namespace {

/// Those of Kubernetes itself have a domain of k8s.io, or none; what belongs to its community, but not to it, has
/// x-k8s.io.
bool is_custom(std::string_view group) {
  return group.find('.') != std::string_view::npos && (!group.ends_with(".k8s.io") || group.ends_with(".x-k8s.io"));
}

std::optional<sim::Time> ready_since(const api::Cursor& node) {
  std::optional<sim::Time> since;
  node["status"]["conditions"].for_each_item([&](const api::Cursor& condition, std::size_t) {
    const bool is_ready = condition["type"].text() == "Ready" && condition["status"].text() == "True";
    if (is_ready) since = api::parse_timestamp(condition["lastTransitionTime"].text());
  });
  return since;
}

}  // namespace

void ClusterInventory::see(const manifests::SeenObject& seen, const std::string& file,
                           std::vector<api::Problem>& problems) {
  if (seen.kind == "Pod") return;
  const bool is_core = seen.api_version.empty() || seen.api_version == "v1";
  if (seen.kind == "Node" && is_core) return see_node(seen, file, problems);
  owners_.see(api::Cursor{seen.object}, seen.kind);
  const std::string_view group = seen.api_version.substr(0, seen.api_version.find('/'));
  if (!seen.carries_pods && is_custom(group)) ++passed_over_[fmt::format("{}.{}", seen.kind, group)];
}

void ClusterInventory::see_node(const manifests::SeenObject& seen, const std::string& file,
                                std::vector<api::Problem>& problems) {
  const api::Cursor fields{seen.object};
  const std::string name{fields["metadata"]["name"].text()};
  const api::Cursor version = fields["status"]["nodeInfo"]["kubeletVersion"];
  const std::optional<release::Release> kubelet = release::release_of_build(version.text());
  api::ProblemList list{file, problems};
  if (!kubelet) {
    return list.add(version.mark().line > 0 ? version.mark() : seen.object.mark,
                    api::path_to_key(seen.path, "status.nodeInfo.kubeletVersion"),
                    fmt::format("node {}: found {}, accepted: a release from {} to {}, also with a vendor's suffix{}",
                                name, version ? api::found(version) : "none", minor_string(release::oldest_release()),
                                minor_string(release::newest_release()), release::refusal_clause(version.text())));
  }
  const auto [known, is_new] =
      nodes_.try_emplace(name, InventoryNode{*kubelet, std::string{version.text()}, ready_since(fields)});
  if (is_new || known->second.version == version.text()) return;
  list.add(
      version.mark(), api::path_to_key(seen.path, "status.nodeInfo.kubeletVersion"),
      fmt::format("found the node {} twice, with {} and with {}", name, api::found(version), known->second.version));
}

const InventoryNode* ClusterInventory::find(std::string_view node) const {
  const auto found = nodes_.find(node);
  return found == nodes_.end() ? nullptr : &found->second;
}

}  // namespace podreel::upgrade
