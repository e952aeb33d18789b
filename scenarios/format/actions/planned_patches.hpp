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
  PlannedPatches(release::Release api_server, release::FeatureGates gates) : specs_{api_server, std::move(gates)} {}

  /// Returns warnings of a new pod's fields, once for all pods that share them: of those that the API server drops or
  /// replaces ("the API server drops spec.os, which API servers of 1.22 do not know"), and of those that podreel does
  /// not simulate.
  [[nodiscard]] std::vector<std::string> created(const std::string& pod, api::Manifest object);
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
  std::map<std::string, api::Manifest, std::less<>> objects_;
  std::optional<Patched> last_;
  std::set<std::string, std::less<>> warned_;
};

}  // namespace podreel::actions
