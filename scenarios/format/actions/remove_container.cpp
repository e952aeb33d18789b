#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"

namespace podreel::actions {

namespace {

class RemoveContainer final : public Kind<RemoveContainer, RuntimeAction> {
 public:
  static constexpr std::string_view kind = "removeContainer";

 private:
  [[nodiscard]] bool act(runtime_fake::FakeRuntime& runtime) const override {
    return runtime.remove_container(pod, container);
  }
};

}  // namespace

void add_remove_container(StepFields& step) {
  step.action(
      format::of_container(Object<RemoveContainer>{
          RemoveContainer::kind,
          "Removes the newest instance of a container, as `docker container prune` does. A running one stays."}),
      "Removes a container from the runtime.");
}

}  // namespace podreel::actions
