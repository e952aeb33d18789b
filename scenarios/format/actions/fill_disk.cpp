#include "scenarios/format/actions/step.hpp"

namespace podreel::actions {

namespace {

class FillDisk final : public Kind<FillDisk> {
 public:
  static constexpr std::string_view kind = "fillDisk";

  void perform(ActionContext& context) const override { context.relieve_disk_pressure(); }
};

}  // namespace

void add_fill_disk(StepFields& step) {
  step.action(Object<FillDisk>{FillDisk::kind,
                               "Fills the node's disk. A running kubelet removes dead containers, which frees "
                               "enough space, so no pod is evicted."});
}

}  // namespace podreel::actions
