// rebootNode, shutdownNode.
#include <fmt/format.h>

#include "engine/kubelet/shutdown/shutdown_periods.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/shutting_down.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

using namespace std::chrono_literals;

/// Reboots at once, as after a loss of power.
class RebootNode final : public Kind<RebootNode> {
 public:
  static constexpr std::string_view kind = "rebootNode";
  sim::Duration down_for = 30s;

  void check(PlannedNode& node) const override { node.go_down({}, down_for); }
  void perform(ActionContext& context) const override { context.reboot(down_for); }
  [[nodiscard]] Side side() const override { return Side::both; }
  void perform_on(const ServedSide& served) const override {
    served.runtime.go_down();
    served.process.after(down_for, [&runtime = served.runtime] { runtime.boot(); });
  }
};

/// `shutdown` or `systemctl poweroff`: holders of an inhibitor lock of logind may delay it.
class ShutdownNode final : public Kind<ShutdownNode> {
 public:
  static constexpr std::string_view kind = "shutdownNode";
  std::optional<sim::Duration> down_for{};
  std::optional<sim::Duration> inhibit_delay_max{};

  void check(PlannedNode& node) const override {
    const format::KubeletSettings& kubelet = node.kubelet;
    const release::Behaviour behaviour = release::behaviour_of(kubelet.version, kubelet.feature_gates);
    const auto phases = kubelet::shutdown_phases(kubelet.config.shutdown, behaviour);
    if (node.kubelet_runs && phases.empty()) {
      node.warning(fmt::format("nothing delays this shutdown: {}",
                               behaviour.has(release::graceful_node_shutdown)
                                   ? "the kubelet has no shutdownGracePeriod"
                                   : fmt::format("the gate GracefulNodeShutdown is not enabled in kubelet {}",
                                                 release::minor_string(kubelet.version))));
    }
    node.go_down(kubelet::length_of(phases) + timing::power_off, down_for);
  }
  void perform(ActionContext& context) const override { context.shut_down(down_for, inhibit_delay_max); }
};

}  // namespace

void add_node_power(StepFields& step) {
  using Shutdown = ShutdownNode;
  step.action(Object<RebootNode>{
      RebootNode::kind, "Reboots the node at once: all processes on it end, images stay, and the kubelet starts again."}
                  .field("downFor", &RebootNode::down_for, format::duration(sim::Duration{1}),
                         "Time from the shutdown to the start of its kubelet; default 30s."));
  step.action(Object<Shutdown>{Shutdown::kind,
                               "Shuts the node down. A kubelet with a shutdownGracePeriod stops its pods first (1.20)."}
                  .field("downFor", &Shutdown::down_for, format::duration(sim::Duration{1}),
                         "Time from the shutdown to the start of its kubelet; default: it stays down.")
                  .field("inhibitDelayMax", &Shutdown::inhibit_delay_max, format::duration(),
                         "logind's InhibitDelayMaxSec if the kubelet cannot raise it; default: it can."));
}

}  // namespace podreel::actions
