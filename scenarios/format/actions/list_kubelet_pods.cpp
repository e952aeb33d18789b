#include "scenarios/format/actions/step.hpp"

namespace podreel::actions {

namespace {

class ListKubeletPods final : public Kind<ListKubeletPods> {
 public:
  static constexpr std::string_view kind = "listKubeletPods";

  void check(PlannedNode& node) const override {
    if (!node.kubelet_runs) node.problem("the kubelet does not run at this time; add startKubelet before this step");
  }
  void perform(ActionContext& context) const override { context.list_pods_of_kubelet(); }
};

}  // namespace

void add_list_kubelet_pods(StepFields& step) {
  step.action(
      Object<ListKubeletPods>{ListKubeletPods::kind, "Requests the kubelet's pods (/pods), as monitoring agents do."});
}

}  // namespace podreel::actions
