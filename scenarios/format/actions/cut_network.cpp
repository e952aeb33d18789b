#include <fmt/format.h>

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class CutNetwork final : public Kind<CutNetwork> {
 public:
  static constexpr std::string_view kind = "cutNetwork";
  sim::Duration duration{};

  void check(PlannedNode& node) const override { node.cut_network(duration); }
  void perform(ActionContext& context) const override { context.cut_network(duration); }
};

}  // namespace

void add_cut_network(StepFields& step) {
  step.action(Object<CutNetwork>{CutNetwork::kind,
                                 "Disconnects only this node from the API server for some time. Containers keep "
                                 "running, and the runtime stays reachable."}
                  .required("for", &CutNetwork::duration, format::duration(sim::Duration{1}), "Duration."));
}

}  // namespace podreel::actions
