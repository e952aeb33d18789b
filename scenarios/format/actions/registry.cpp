#include "scenarios/format/actions/step.hpp"

// Every action has a line here, in the order of the format, and a file of that name in this folder.
// clang-format off
#define PODREEL_ACTIONS(action) \
  action(create_pod) \
  action(delete_pod) \
  action(rollout_restart) \
  action(set_image) \
  action(patch_pod) \
  action(label) \
  action(ephemeral_container) \
  action(resize_pod) \
  action(exit_container) \
  action(oom_kill) \
  action(kill_sandbox) \
  action(remove_container) \
  action(config_objects) \
  action(patch_pod_status) \
  action(remove_finalizers) \
  action(alter_hash) \
  action(rewrite_hashes) \
  action(kubelet) \
  action(node_power) \
  action(list_kubelet_pods) \
  action(delete_kubelet_file) \
  action(api_server) \
  action(cut_network) \
  action(hang_runtime) \
  action(restart_runtime) \
  action(runtime_status) \
  action(fill_disk) \
  action(static_pods)
// clang-format on

namespace podreel::actions {

#define PODREEL_DECLARE(action) void add_##action(StepFields& step);
PODREEL_ACTIONS(PODREEL_DECLARE)

Shape<WrittenStep> step_shape() {
  StepFields step{"step", "An external event on the node at one time.", "the start of the scenario"};
#define PODREEL_ADD(action) add_##action(step);
  PODREEL_ACTIONS(PODREEL_ADD)
  return std::move(step).shape();
}

Shape<WrittenStep> api_server_step_shape(std::string_view beginning) {
  StepFields step{"apiServerStep", "An event of the API server at one time.", beginning};
  add_api_server(step);
  return std::move(step).shape();
}

}  // namespace podreel::actions
