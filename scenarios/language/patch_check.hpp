// Do the patches of a timeline leave valid pods?
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/language/actions.hpp"

namespace podreel::language {

/// Follows the objects of the pods through a timeline, as far as patches touch them.
class PatchCheck {
 public:
  void created(const CreatePod& created) { objects_[created.pod] = created.object; }

  /// Applies a patch to the pod as it is by now. Returns what is wrong with the patch, or with the pod that it leaves:
  /// "spec.containers[0].comand: unknown field …".
  [[nodiscard]] std::vector<std::string> patched(const PatchPod& patch);

 private:
  std::map<std::string, std::shared_ptr<const nlohmann::json>, std::less<>> objects_;
};

}  // namespace podreel::language
