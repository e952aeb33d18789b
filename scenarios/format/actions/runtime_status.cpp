#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class SetRuntimeStatus final : public Kind<SetRuntimeStatus> {
 public:
  static constexpr std::string_view kind = "setRuntimeStatus";
  runtime::RuntimeStatus status{};

  void perform(ActionContext& context) const override { context.runtime().set_status(status); }
  [[nodiscard]] Side side() const override { return Side::runtime; }
  void perform_on(const ServedSide& served) const override { served.runtime.set_status(status); }
};

template <class V>
auto member(V runtime::RuntimeStatus::*field) {
  return [field](auto&& action) -> auto& {
    return action.status.*field;
  };
}

}  // namespace

void add_runtime_status(StepFields& step) {
  using Status = runtime::RuntimeStatus;
  using Set = SetRuntimeStatus;
  step.action(
      Object<Set>{Set::kind, "Sets the runtime's status from now on (CRI Status)."}
          .field("runtimeReady", member(&Status::runtime_is_ready), format::boolean(), "RuntimeReady; default true.")
          .field("networkReady", member(&Status::network_is_ready), format::boolean(),
                 "NetworkReady; default true. False if the network plugin is missing or not configured.")
          .field("message", member(&Status::message), format::text().example("cni plugin not initialized"),
                 "Message of the condition that is not ready.")
          .check([](const api::Tree& node, const Place& place, Set& set) {
            const api::Tree* message = node.find("message");
            if (message == nullptr || !set.status.runtime_is_ready || !set.status.network_is_ready) return;
            place.member("message").warning(message->mark, "without effect: both conditions are ready");
          }));
}

}  // namespace podreel::actions
