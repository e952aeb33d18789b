// Resources that the kubelet last actuated for each container.
#pragma once

#include <string_view>

#include "engine/decide/pod_actions.hpp"
#include "engine/memory/text_map.hpp"

namespace podreel::sync {

/// The checkpoint actuated_pods_state in the kubelet's folder (1.33): a file, which outlives the kubelet. A container
/// that asks for neither CPU nor memory is not in it.
class ActuatedResources {
 public:
  /// By container; empty for a pod that is not there.
  [[nodiscard]] const decide::ActuatedResources& of(const memory::Text& pod_uid) const;

  void set(const memory::Text& pod_uid, std::string_view container, const api::ResourceAmounts& amounts);
  /// Sets the resources of all containers of a pod that is not there yet.
  void set(const memory::Text& pod_uid, const decide::ActuatedResources& amounts) {
    if (!amounts.empty()) pods_.insert_or_assign(pod_uid, amounts);
  }
  void forget(const memory::Text& pod_uid);
  /// The file is removed. False if there was nothing in it.
  bool clear();

 private:
  memory::TextMap<decide::ActuatedResources> pods_;
};

}  // namespace podreel::sync
