// Reads a pod from the output of kubectl.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// Whether a pod remains in the cluster.
enum class PodDisposition : std::uint8_t { stays, is_deleted, has_finished };
[[nodiscard]] PodDisposition classify_pod(const api::Tree& pod);

struct DumpedPod {
  std::string name;
  std::string namespace_name;
  /// No value while the pod waits for a node.
  std::optional<std::string> node;
  bool is_ready = true;
  bool is_static = false;
  /// Fields that no simulated release has; they are ignored.
  bool has_unknown_fields = false;
  Owner owner = Owner::none;
  /// Kind of its controller: "ReplicaSet", "StatefulSet" …; "StaticPod" for a static pod, "Pod" without a controller.
  std::string kind;
  /// Name of its controller; for a static pod, its name in the manifest.
  std::string owner_name;
  /// Deployment of its ReplicaSet; empty without one.
  std::string deployment;
  std::string generate_name;
  std::optional<sim::Duration> ready_after;
  /// A valid v1.Pod: the part of its template that kubelets use. Fields that differ between pods of one template are
  /// removed or made equal: names, the node, the name of the volume with the service account's token.
  nlohmann::json pod;
  api::Mark mark;
};

/// Removes everything from `pod` that is not read. `list_kind`, `path`: as for manifests::pods_of_item. Returns no
/// value, with problems, for an invalid v1.Pod. Never shows values of environment variables.
[[nodiscard]] std::optional<DumpedPod> dumped_pod(api::Tree& pod, std::string_view list_kind, const std::string& path,
                                                  const std::string& file, std::vector<api::Problem>& problems);

}  // namespace podreel::fleet
