#include "engine/kubelet/oom_group.hpp"

#include "engine/release/behaviour/node_status.hpp"

namespace podreel::kubelet {

bool oom_kills_group(const KubeletConfiguration& config, const release::Behaviour& behaviour) {
  const bool is_single =
      behaviour.has(release::oom_kills_can_be_single) && config.single_process_oom_kill.value_or(false);
  return behaviour.has(release::oom_kills_whole_containers) && !is_single;
}

}  // namespace podreel::kubelet
