#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

enum class File : std::uint8_t { pod_status_manager_state, allocated_pods_state, actuated_pods_state };

constexpr std::array names{"pod_status_manager_state", "allocated_pods_state", "actuated_pods_state"};

/// Only kubelets that can resize pods leave files.
bool has_left(const format::KubeletSettings& kubelet, File file) {
  const release::Behaviour behaviour = release::behaviour_of(kubelet.version, kubelet.feature_gates);
  const bool notes_actuation = behaviour.has(release::resize_from_actuated_record);
  return behaviour.has(release::in_place_resize) && notes_actuation == (file != File::pod_status_manager_state);
}

/// Deletes a checkpoint while no kubelet runs.
class DeleteKubeletFile final : public Kind<DeleteKubeletFile> {
 public:
  static constexpr std::string_view kind = "deleteKubeletFile";
  File file{};

  void check(PlannedNode& node) const override {
    if (node.kubelet_runs)
      node.problem("the kubelet runs at this time and has read its files; add stopKubelet before this step");
    if (has_left(node.kubelet, file)) return;
    node.warning(fmt::format("without effect: this kubelet of {} does not write the file {}",
                             release::minor_string(node.kubelet.version), names[static_cast<std::size_t>(file)]));
  }
  void perform(ActionContext& context) const override {
    kubelet::KubeletFiles& files = context.kubelet_files();
    const bool is_there = has_left(context.kubelet_settings(), file);
    const bool is_gone =
        is_there && (file == File::actuated_pods_state ? files.actuated.clear() : files.allocated.clear());
    if (!is_gone)
      context.recorder().record("", trace::Environment{.what = "actionWithoutTarget", .why = std::string{kind}});
  }
};

}  // namespace

void add_delete_kubelet_file(StepFields& step) {
  const auto name = format::adapted<File>(format::one_of("a file of the kubelet", {names.begin(), names.end()}),
                                          [](std::string&& text, File& file) {
                                            const auto found = std::ranges::find(names, text);
                                            file = static_cast<File>(found - names.begin());
                                          });
  step.action(
      Object<DeleteKubeletFile>{DeleteKubeletFile::kind, "Deletes a checkpoint file of the stopped kubelet."}.required(
          "name", &DeleteKubeletFile::file, name,
          "allocated_pods_state: resources allocated to pods (up to 1.32 pod_status_manager_state); "
          "actuated_pods_state: resources last actuated for containers."));
}

}  // namespace podreel::actions
