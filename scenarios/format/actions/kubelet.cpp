#include "scenarios/format/actions/kubelet.hpp"

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/settings/configuration_fields.hpp"
#include "scenarios/format/settings/gate_check.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

Shape<bool> signal() {
  return language::adapted<bool>(language::one_of("a signal", {"TERM", "KILL"}),
                                 [](std::string&& name, bool& kill) { kill = name == "KILL"; });
}

}  // namespace

void StopKubelet::check(PlannedNode& node) const {
  if (!node.kubelet_may_run()) node.problem("the kubelet does not run at this time; add startKubelet before this step");
  node.kubelet_runs = false;
}

void StopKubelet::perform(World& world) const {
  if (world.kubelet_runs()) return world.stop_kubelet(kill ? "killed" : "terminated");
  world.recorder().record("", trace::World{.what = "actionWithoutTarget", .why = std::string{kind}});
}

void StartKubelet::change(language::KubeletSettings& settings) const {
  if (version) settings.version = *version;
  if (feature_gates) settings.feature_gates = *feature_gates;
  if (identity_policy) settings.identity_policy = *identity_policy;
  if (config) settings.config = *config;
}

void StartKubelet::check(PlannedNode& node) const {
  change(node.kubelet);
  node.start_kubelet(kind, version || feature_gates, config.has_value());
}

void StartKubelet::perform(World& world) const {
  if (world.kubelet_runs() || world.is_down()) {
    return world.recorder().record("", trace::World{.what = "actionWithoutTarget", .why = std::string{kind}});
  }
  change(world.kubelet_settings());
  if (allocatable) world.description().allocatable = *allocatable;
  world.start_kubelet();
}

std::optional<release::Release> started_release(const Action& action) {
  const auto* start = dynamic_cast<const StartKubelet*>(&action);
  return start == nullptr ? std::nullopt : start->version;
}

std::optional<language::KubeletSettings> started_kubelet(const Action& action, language::KubeletSettings before) {
  const auto* start = dynamic_cast<const StartKubelet*>(&action);
  if (start == nullptr) return std::nullopt;
  start->change(before);
  return before;
}

ActionPtr stop_kubelet() {
  return std::make_shared<StopKubelet>();
}

ActionPtr start_kubelet() {
  return std::make_shared<StartKubelet>();
}

ActionPtr start_kubelet(release::Release version) {
  auto start = std::make_shared<StartKubelet>();
  start->version = version;
  return start;
}

void add_kubelet(StepFields& step) {
  using Start = StartKubelet;
  step.action(Object<StopKubelet>{StopKubelet::kind, "Stops the kubelet."}.field(
      "signal", &StopKubelet::kill, signal(), "TERM (default), or KILL for a crash."));
  step.action(
      Object<Start>{Start::kind, "Starts the kubelet; settings that are not given stay unchanged."}
          .field("version", &Start::version, language::simulated_release(), "Release, for an upgrade or rollback.")
          .field("featureGates", &Start::feature_gates, language::feature_gates(),
                 "Feature gates, replacing the previous ones.")
          .field("identityPolicy", &Start::identity_policy, language::identity_policy_shape(),
                 "Identity policy from now on.")
          .field("config", &Start::config, language::kubelet_configuration_shape(), "Fields of KubeletConfiguration.")
          .field("allocatable", &Start::allocatable, language::resource_list(),
                 "Resources of the node for pods from now on."),
      "Starts the kubelet, optionally with another release.");
}

}  // namespace podreel::actions
