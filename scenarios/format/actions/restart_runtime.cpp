#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

using namespace std::chrono_literals;

class RestartRuntime final : public Kind<RestartRuntime> {
 public:
  static constexpr std::string_view kind = "restartRuntime";
  sim::Duration down_for = 2s;
  bool kills_containers = false;

  void perform(ActionContext& context) const override { context.runtime().restart(down_for, kills_containers); }
  [[nodiscard]] Side side() const override { return Side::runtime; }
  void perform_on(const ServedSide& served) const override { served.runtime.restart(down_for, kills_containers); }
};

}  // namespace

void add_restart_runtime(StepFields& step) {
  using Restart = RestartRuntime;
  step.action(
      Object<Restart>{Restart::kind, "Restarts the container runtime; meanwhile its calls fail at once."}
          .field("downFor", &Restart::down_for, format::duration(sim::Duration{1}), "Downtime; default 2s.")
          .field("killsContainers", &Restart::kills_containers, format::boolean(),
                 "Whether containers die with it, as with Docker without live-restore; default false: shims keep "
                 "them running, as containerd's do."));
}

}  // namespace podreel::actions
