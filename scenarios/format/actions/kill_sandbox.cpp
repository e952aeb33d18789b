#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class KillSandbox final : public Kind<KillSandbox, RuntimeAction> {
 public:
  static constexpr std::string_view kind = "killSandbox";
  bool kills_containers = true;

 private:
  [[nodiscard]] bool act(runtime_fake::FakeRuntime& runtime) const override {
    return runtime.kill_sandbox(pod, kills_containers);
  }
};

}  // namespace

void add_kill_sandbox(StepFields& step) {
  step.action(Object<KillSandbox>{KillSandbox::kind, "Kills a pod's sandbox."}
                  .required("pod", &KillSandbox::pod, format::pod_name(), "The pod.")
                  .field("killsContainers", &KillSandbox::kills_containers, format::boolean(),
                         "Whether its containers die too; default true."));
}

}  // namespace podreel::actions
