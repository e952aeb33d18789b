#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class HangRuntime final : public Kind<HangRuntime> {
 public:
  static constexpr std::string_view kind = "hangRuntime";
  sim::Duration duration{};

  void perform(ActionContext& context) const override { context.runtime().hang(duration); }
  [[nodiscard]] Side side() const override { return Side::runtime; }
  void perform_on(const ServedSide& served) const override { served.runtime.hang(duration); }
};

}  // namespace

void add_hang_runtime(StepFields& step) {
  step.action(Object<HangRuntime>{HangRuntime::kind, "Lets all runtime calls hang for some time."}.required(
      "for", &HangRuntime::duration, format::duration(sim::Duration{1}), "Duration."));
}

}  // namespace podreel::actions
