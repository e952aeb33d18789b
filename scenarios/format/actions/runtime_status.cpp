#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class SetRuntimeStatus final : public Kind<SetRuntimeStatus> {
 public:
  static constexpr std::string_view kind = "setRuntimeStatus";
  runtime::RuntimeStatus status{};

  void perform(World& world) const override { world.runtime().set_status(status); }
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
      Object<Set>{Set::kind, "What the runtime says of itself from now on (CRI Status)."}
          .field("runtimeReady", member(&Status::runtime_is_ready), language::boolean(), "RuntimeReady; default true.")
          .field("networkReady", member(&Status::network_is_ready), language::boolean(),
                 "NetworkReady; default true. False: the network plugin is not there, or not set up.")
          .field("message", member(&Status::message), language::text().example("cni plugin not initialized"),
                 "What it says of what is not ready.")
          .check([](const api::Tree& node, const Place& place, Set& set) {
            const api::Tree* message = node.find("message");
            if (message == nullptr || !set.status.runtime_is_ready || !set.status.network_is_ready) return;
            place.member("message").warning(message->mark, "without effect: all is ready");
          }));
}

}  // namespace podreel::actions
