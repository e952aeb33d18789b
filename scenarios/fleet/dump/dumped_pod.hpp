// A pod as kubectl prints it.
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

/// Whether a pod is there to stay.
enum class PodFate : std::uint8_t { stays, is_deleted, has_finished };
[[nodiscard]] PodFate fate_of(const api::Tree& pod);

struct DumpedPod {
  std::string name;
  std::string namespace_name;
  /// No value: it waits for one.
  std::optional<std::string> node;
  bool is_ready = true;
  bool is_static = false;
  /// Some that no release has: nothing heeds them.
  bool has_unknown_fields = false;
  Owner owner = Owner::none;
  /// Of its controller: "ReplicaSet", "StatefulSet" …; "StaticPod" for a node's, "Pod" if nobody keeps it.
  std::string kind;
  /// Of its controller; of a static pod, its name in its manifest.
  std::string owner_name;
  /// That its ReplicaSet belongs to; empty: none.
  std::string deployment;
  std::string generate_name;
  std::optional<sim::Duration> ready_after;
  /// A valid v1.Pod: what its template says, as far as kubelets look at it. What differs between pods of one template
  /// without being told by it is left out, or the same: names, the node, the name of the volume with the service
  /// account's token.
  nlohmann::json pod;
  api::Mark mark;
};

/// `pod` is cut down to what is read of it. `list_kind`, `path`: as those of manifests::pods_of_item. Nothing, and
/// problems, if it is no valid v1.Pod. Values of environment variables are not told.
[[nodiscard]] std::optional<DumpedPod> dumped_pod(api::Tree& pod, std::string_view list_kind, const std::string& path,
                                                  const std::string& file, std::vector<api::Problem>& problems);

}  // namespace podreel::fleet
