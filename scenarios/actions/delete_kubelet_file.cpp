#include "scenarios/actions/step.hpp"
#include "scenarios/language/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

/// A checkpoint is lost while no kubelet runs.
class DeleteKubeletFile final : public Kind<DeleteKubeletFile> {
 public:
  static constexpr std::string_view kind = "deleteKubeletFile";
  bool is_actuated = false;

  void check(PlannedNode& node) const override {
    if (node.kubelet_runs)
      node.problem("the kubelet runs at this time and has read its files; stopKubelet comes first");
  }
  void perform(World& world) const override {
    kubelet::KubeletFiles& files = world.kubelet_files();
    const bool was_there = is_actuated ? files.actuated.clear() : files.allocated.clear();
    if (!was_there) world.recorder().record("", trace::World{.what = "action_missed", .why = std::string{kind}});
  }
};

}  // namespace

void add_delete_kubelet_file(StepFields& step) {
  const auto name = language::adapted<bool>(
      language::one_of("a file of the kubelet", {"allocated_pods_state", "actuated_pods_state"}),
      [](std::string&& file, bool& is_actuated) { is_actuated = file == "actuated_pods_state"; });
  step.action(
      Object<DeleteKubeletFile>{DeleteKubeletFile::kind, "A file is gone that a kubelet has left for the next one."}
          .required("name", &DeleteKubeletFile::is_actuated, name,
                    "Which resources pods were allocated, or which their containers were given last."));
}

}  // namespace podreel::actions
