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
  void perform(World& world) const override { world.cut_network(duration); }
};

}  // namespace

void add_cut_network(StepFields& step) {
  step.action(
      Object<CutNetwork>{CutNetwork::kind,
                         "The node is cut off from the API server for some time; nobody else is. What runs goes "
                         "on, and the runtime can be reached."}
          .required("for", &CutNetwork::duration, language::duration(sim::Duration{1}), "How long."));
}

}  // namespace podreel::actions
