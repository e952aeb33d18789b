#include "scenarios/fleet/dump/dumped_node.hpp"

#include <array>
#include <fmt/format.h>
#include <string_view>

#include "engine/api/cursor.hpp"
#include "engine/api/label_selector.hpp"
#include "engine/release/patch_releases.hpp"
#include "engine/release/vendor_build.hpp"
#include "scenarios/fleet/dump/conditions.hpp"
#include "scenarios/format/settings/node_settings.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::fleet {

namespace {

using api::Cursor;
using format::Place;

bool read_kubelet(const Cursor& status, const Place& place, DumpedNode& read) {
  const Cursor version = status["nodeInfo"]["kubeletVersion"];
  const Place at = place.member("status").member("nodeInfo").member("kubeletVersion");
  const std::optional<release::Release> release = release::release_of_build(version.text());
  if (!release) {
    const std::string accepted = fmt::format(
        "a release from {} to {}, or a vendor's build of one{}", release::minor_string(release::oldest_release()),
        release::minor_string(release::newest_release()), release::refusal_clause(version.text()));
    at.problem(version.mark(), version ? fmt::format("found {}, accepted: {}", api::found(version), accepted)
                                       : fmt::format("required, but missing: {}", accepted));
    return false;
  }
  if (release::is_vendors(version.text())) read.vendor_version = version.text();
  read.stands_in_for = release::stand_in_note(version.text()).empty() ? "" : std::string{version.text()};
  read.like.kubelet.version = *release;
  read.like.written_kubelet = {{"version", release::to_string(*release)}};
  return true;
}

bool read_labels(const Cursor& metadata, const Place& place, DumpedNode& read) {
  const Cursor labels = metadata["labels"];
  if (!labels) return true;
  const bool is_read = format::map_of<api::Labels>(format::possibly_empty_text())
                           .read(*labels.tree(), place.member("metadata").member("labels"), read.like.labels);
  for (const auto& [key, value] : format::every_nodes_labels(read.name)) {
    const auto same = read.like.labels.find(key);
    if (same != read.like.labels.end() && same->second == value) read.like.labels.erase(same);
  }
  return is_read;
}

/// Skips taints of conditions, which the node controller sets, and the one of spec.unschedulable.
bool read_taints(const Cursor& spec, const Place& place, DumpedNode& read) {
  bool is_read = true;
  api::for_each_map(spec, "taints", place.member("spec").path(), [&](const Cursor& taint, const std::string& path) {
    constexpr std::array<std::string_view, 3> effects{"NoExecute", "NoSchedule", "PreferNoSchedule"};
    const Cursor effect = taint["effect"];
    if (std::ranges::find(effects, effect.text()) == effects.end()) {
      Place{place.reading(), path}.problem(taint.mark(), fmt::format("found the taint effect {}, accepted: {}",
                                                                     api::found(effect), fmt::join(effects, ", ")));
      is_read = false;
    } else if (!taint["key"].text().starts_with("node.kubernetes.io/")) {
      read.like.taints.push_back(
          {std::string{taint["key"].text()}, std::string{taint["value"].text()}, std::string{effect.text()}});
    }
  });
  return is_read;
}

bool read_allocatable(const Cursor& status, const Place& place, DumpedNode& read) {
  const Cursor allocatable = status["allocatable"];
  if (!allocatable) return true;
  return format::resource_list().read(*allocatable.tree(), place.member("status").member("allocatable"),
                                      read.like.allocatable.emplace());
}

}  // namespace

std::optional<DumpedNode> dumped_node(const api::Tree& node, const Place& place) {
  const Cursor fields{node};
  DumpedNode read;
  read.name = fields["metadata"]["name"].text();
  if (read.name.empty()) {
    place.member("metadata").member("name").problem(node.mark, "required, but missing: the node's name");
    return std::nullopt;
  }
  read.is_ready = !is_said_not_to_be(fields, "Ready");
  read.like.are_cordoned = fields["spec"]["unschedulable"].is_true();
  const bool has_kubelet = read_kubelet(fields["status"], place, read);
  const bool has_labels = read_labels(fields["metadata"], place, read);
  const bool has_taints = read_taints(fields["spec"], place, read);
  const bool has_allocatable = read_allocatable(fields["status"], place, read);
  if (!has_kubelet || !has_labels || !has_taints || !has_allocatable) return std::nullopt;
  return read;
}

}  // namespace podreel::fleet
