#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"

namespace podreel::actions {

namespace {

class RemoveFinalizers final : public Kind<RemoveFinalizers, Request> {
 public:
  static constexpr std::string_view kind = "removeFinalizers";

 private:
  void ask(apiserver::ApiServer& server) const override {
    server.patch(pod, {{"metadata", {{"finalizers", nullptr}}}}, false);
  }
};

}  // namespace

void add_remove_finalizers(StepFields& step) {
  using Remove = RemoveFinalizers;
  step.action(Object<Remove>{Remove::kind,
                             "Removes a pod's finalizers, so that its deletion can "
                             "complete."}
                  .required("pod", &Remove::pod, format::pod_name(), "The pod."));
}

}  // namespace podreel::actions
