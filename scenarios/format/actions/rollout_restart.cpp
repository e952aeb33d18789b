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
    node.problem("no earlier step creates a pod with that name");
  }
  void perform(ActionContext& context) const override {
    const bool is_up = context.api_server().is_up();
    context.recorder().record("", trace::Api{.op = is_up ? "rollout_restarted" : "request_failed",
                                             .detail = is_up ? pods : std::string{kind}});
    if (is_up) context.restart_rollout(pods, strategy);
  }
};

Shape<RolloutStrategy> owner() {
  return format::adapted<RolloutStrategy>(format::one_of("a kind of owner", {"Deployment", "StatefulSet", "DaemonSet"}),
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
                                     "kubectl rollout restart: lets the owner of some pods replace all of them."}
                  .required("pods", &RolloutRestart::pods, format::text().example("web*"),
                            "Names of the pods, with * and ?. Replacements of a Deployment or DaemonSet have other "
                            "names.")
                  .field("owner", &RolloutRestart::strategy, owner(),
                         "Deployment (the default, with 25% surge and 25% unavailable), StatefulSet (one by one, "
                         "highest ordinal first) or DaemonSet."));
}

}  // namespace podreel::actions
