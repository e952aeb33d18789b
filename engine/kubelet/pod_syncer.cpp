#include "engine/kubelet/pod_syncer.hpp"

#include <nlohmann/json.hpp>

namespace podreel::kubelet {

nlohmann::ordered_json PodSyncer::take_status_steps(const memory::Text& /*uid*/) {
  return nlohmann::ordered_json::array();
}

}  // namespace podreel::kubelet
