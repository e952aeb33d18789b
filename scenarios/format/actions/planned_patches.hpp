// Checks whether the API server accepts the patches of a timeline.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/apiserver/pod_resize.hpp"
#include "engine/apiserver/stored_specs.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::actions {

/// Tracks the objects of pods through a timeline, as far as patches change them.
class PlannedPatches {
 public:
  /// `node`: the name of the node that pods are bound to. `allocatable`: its resources, if they are known.
  PlannedPatches(release::Release api_server, release::FeatureGates gates, std::string node,
                 std::optional<api::ResourceList> allocatable)
      : specs_{api_server, std::move(gates)}, node_{std::move(node)}, allocatable_{std::move(allocatable)} {}

  /// Returns warnings of a new pod's fields, once for all pods that share them: of those that the API server drops or
  /// replaces ("the API server drops spec.os, which API servers of 1.22 do not know"), and of those that podreel does
  /// not simulate.
  [[nodiscard]] std::vector<std::string> created(const std::string& pod, api::Manifest object);
  /// Returns the reasons for which the API server refuses a new pod, once for all pods that share them.
  [[nodiscard]] std::vector<std::string> find_refusals(const api::Manifest& object);
  void added_ephemeral_container(const std::string& pod, const nlohmann::json& container);
  void upgraded(release::Release api_server) { specs_.upgrade(api_server); }

  /// Applies a strategic merge patch to the current pod. Returns errors of the patch or of the patched pod: "the
  /// patched pod is invalid: spec.containers[0].comand: unknown field …".
  [[nodiscard]] std::vector<std::string> patched(const std::string& pod, const nlohmann::json& patch, bool force);
  /// Resizes the current pod. Returns the reason if the API server rejects it.
  [[nodiscard]] std::optional<std::string> resized(const std::string& pod,
                                                   const apiserver::NewResourcesByContainer& containers);

 private:
  /// Equal pods of one template that get the same patch stay equal.
  struct Patched {
    api::Manifest before;
    nlohmann::json patch;
    api::Manifest after;
  };

  apiserver::StoredSpecs specs_;
  std::string node_;
  std::optional<api::ResourceList> allocatable_;
  std::map<std::string, api::Manifest, std::less<>> objects_;
  std::optional<Patched> last_;
  api::Manifest last_checked_;
  std::set<std::string, std::less<>> warned_;
};

}  // namespace podreel::actions
