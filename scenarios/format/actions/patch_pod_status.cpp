#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

/// Writes conditions as controllers other than the kubelet do, mainly for readiness gates.
class PatchPodStatus final : public Kind<PatchPodStatus, Request> {
 public:
  static constexpr std::string_view kind = "patchPodStatus";
  std::vector<api::PodCondition> conditions{};

 private:
  void ask(apiserver::ApiServer& server) const override { server.set_conditions(pod, conditions); }
};

Shape<memory::Text> shared(const Shape<std::string>& text) {
  return format::adapted<memory::Text>(text, [](const std::string& read, memory::Text& value) { value = read; });
}

Shape<std::string> condition_status() {
  return format::one_of("the status of a condition", {"True", "False", "Unknown"});
}

Shape<api::PodCondition> condition_shape() {
  using Condition = api::PodCondition;
  return Object<Condition>{"podCondition", "A condition of a pod's status."}
      .required("type", &Condition::type, shared(format::text().example("example.com/registered")), "Its type.")
      .required("status", &Condition::status, shared(condition_status()), "True, False or Unknown.")
      .field("reason", &Condition::reason, shared(format::text()), "Reason, one word.")
      .field("message", &Condition::message, shared(format::possibly_empty_text()), "Why.")
      .shape();
}

Shape<std::vector<api::PodCondition>> status_shape() {
  using Conditions = std::vector<api::PodCondition>;
  return Object<Conditions>{"patchedStatus", "A patch of a pod's status."}
      .required(
          "conditions", [](Conditions& conditions) -> Conditions& { return conditions; },
          format::list_of(condition_shape()), "Conditions to set; those of other types stay.")
      .shape();
}

}  // namespace

void add_patch_pod_status(StepFields& step) {
  using Patch = PatchPodStatus;
  step.action(Object<Patch>{Patch::kind, "Sets conditions of a pod's status, for example for a readiness gate."}
                  .required("name", &Patch::pod, format::pod_name(), "The pod.")
                  .required("patch", &Patch::conditions, status_shape(), "The patch."));
}

}  // namespace podreel::actions
