// Does the API server take the patches of a timeline?
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

/// Follows the objects of the pods through a timeline, as far as patches touch them.
class PlannedPatches {
 public:
  PlannedPatches(release::Release api_server, release::FeatureGates gates) : specs_{api_server, std::move(gates)} {}

  /// Returns what the API server drops or replaces of a new pod, once for all that have it in common: "drops spec.os,
  /// which API servers of 1.22 do not know".
  [[nodiscard]] std::vector<std::string> created(const std::string& pod, api::Manifest object);
  void added_ephemeral_container(const std::string& pod, const nlohmann::json& container);
  void upgraded(release::Release api_server) { specs_.upgrade(api_server); }

  /// Applies a strategic merge patch to the pod as it is by now. Returns what is wrong with the patch, or with the pod
  /// that it leaves: "the patch leaves no valid pod: spec.containers[0].comand: unknown field …".
  [[nodiscard]] std::vector<std::string> patched(const std::string& pod, const nlohmann::json& patch, bool force);
  /// Resizes the pod as it is by now. Returns why the API server refuses that, if it does.
  [[nodiscard]] std::optional<std::string> resized(const std::string& pod,
                                                   const apiserver::NewResourcesByContainer& containers);

 private:
  /// Pods of one template that are patched alike stay alike.
  struct Patched {
    api::Manifest before;
    nlohmann::json patch;
    api::Manifest after;
  };

  apiserver::StoredSpecs specs_;
  std::map<std::string, api::Manifest, std::less<>> objects_;
  std::optional<Patched> last_;
  std::set<std::string, std::less<>> told_;
};

}  // namespace podreel::actions
