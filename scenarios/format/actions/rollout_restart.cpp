#include <map>

#include "runtime_fake/glob.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class RolloutRestart final : public Kind<RolloutRestart> {
 public:
  static constexpr std::string_view kind = "rolloutRestart";
  std::string pods{};
  RolloutStrategy strategy = RolloutStrategy::deployment;

  void check(PlannedNode& node) const override {
    for (const std::string& name : node.pods) {
      if (runtime_fake::glob_matches_pod(pods, name)) return;
    }
    node.problem("no pod of that name has been created before");
  }
  void perform(World& world) const override {
    const bool is_up = world.api_server().is_up();
    world.recorder().record("", trace::Api{.op = is_up ? "rollout_restarted" : "request_failed",
                                           .detail = is_up ? pods : std::string{kind}});
    if (is_up) world.restart_rollout(pods, strategy);
  }
};

Shape<RolloutStrategy> owner() {
  return language::adapted<RolloutStrategy>(
      language::one_of("who owns the pods", {"Deployment", "StatefulSet", "DaemonSet"}),
      [](std::string&& kind, RolloutStrategy& strategy) {
        static const std::map<std::string, RolloutStrategy, std::less<>> strategies{
            {"Deployment", RolloutStrategy::deployment},
            {"StatefulSet", RolloutStrategy::stateful_set},
            {"DaemonSet", RolloutStrategy::daemon_set}};
        strategy = strategies.find(kind)->second;
      });
}

}  // namespace

void add_rollout_restart(StepFields& step) {
  step.action(Object<RolloutRestart>{RolloutRestart::kind,
                                     "kubectl rollout restart: the owner of some pods replaces them all by new ones."}
                  .required("pods", &RolloutRestart::pods, language::text().example("web*"),
                            "Their names, with * and ?; those of a Deployment or a DaemonSet have successors of other "
                            "names.")
                  .field("owner", &RolloutRestart::strategy, owner(),
                         "Deployment (the default: a quarter more, a quarter less), StatefulSet (one after the other, "
                         "the last ordinal first) or DaemonSet."));
}

}  // namespace podreel::actions
