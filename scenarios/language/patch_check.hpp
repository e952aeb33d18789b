// Does the API server take the patches of a timeline?
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/stored_specs.hpp"
#include "scenarios/language/scenario.hpp"

namespace podreel::language {

/// Follows the objects of the pods through a timeline, as far as patches touch them.
class PatchCheck {
 public:
  explicit PatchCheck(const NodeSettings& node) : specs_{api_server_release(node), node.kubelet.feature_gates} {}

  void created(const CreatePod& created) { objects_[created.pod] = created.object; }
  void upgraded(const UpgradeApiServer& upgrade) { specs_.upgrade(upgrade.version); }

  /// Applies a patch to the pod as it is by now. Returns what is wrong with the patch, or with the pod that it leaves:
  /// "the patch leaves no valid pod: spec.containers[0].comand: unknown field …".
  [[nodiscard]] std::vector<std::string> patched(const PatchPod& patch);

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
};

}  // namespace podreel::language
