#include "scenarios/format/actions/step.hpp"

namespace podreel::actions {

namespace {

class FillDisk final : public Kind<FillDisk> {
 public:
  static constexpr std::string_view kind = "fillDisk";

  void perform(World& world) const override { world.relieve_disk_pressure(); }
};

}  // namespace

void add_fill_disk(StepFields& step) {
  step.action(Object<FillDisk>{FillDisk::kind,
                               "The node's disk is full, and a kubelet that runs takes dead containers away, which "
                               "frees enough: no pod is evicted."});
}

}  // namespace podreel::actions
