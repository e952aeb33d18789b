#include "scenarios/format/actions/kubelet.hpp"

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/settings/configuration_fields.hpp"
#include "scenarios/format/settings/gate_check.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

Shape<bool> signal() {
  return format::adapted<bool>(format::one_of("a signal", {"TERM", "KILL"}),
                               [](std::string&& name, bool& kill) { kill = name == "KILL"; });
}

}  // namespace

void StopKubelet::check(PlannedNode& node) const {
  if (!node.kubelet_may_run()) node.problem("the kubelet does not run at this time; add startKubelet before this step");
  node.kubelet_runs = false;
}

void StopKubelet::perform(ActionContext& context) const {
  if (context.kubelet_runs()) return context.stop_kubelet(kill ? "killed" : "terminated");
  context.recorder().record("", trace::Environment{.what = "actionWithoutTarget", .why = std::string{kind}});
}

void StartKubelet::change(format::KubeletSettings& settings) const {
  if (version) settings.version = *version;
  if (feature_gates) settings.feature_gates = *feature_gates;
  if (identity_policy) settings.identity_policy = *identity_policy;
  if (config) settings.config = *config;
}

void StartKubelet::check(PlannedNode& node) const {
  change(node.kubelet);
  node.start_kubelet(kind, version || feature_gates, config.has_value());
}

void StartKubelet::perform(ActionContext& context) const {
  if (context.kubelet_runs() || context.is_down()) {
    return context.recorder().record("", trace::Environment{.what = "actionWithoutTarget", .why = std::string{kind}});
  }
  change(context.kubelet_settings());
  if (allocatable) context.description().allocatable = *allocatable;
  context.start_kubelet();
}

std::optional<release::Release> started_release(const Action& action) {
  const auto* start = dynamic_cast<const StartKubelet*>(&action);
  return start == nullptr ? std::nullopt : start->version;
}

std::optional<format::KubeletSettings> started_kubelet(const Action& action, format::KubeletSettings before) {
  const auto* start = dynamic_cast<const StartKubelet*>(&action);
  if (start == nullptr) return std::nullopt;
  start->change(before);
  return before;
}

std::vector<std::string_view> simulated_settings(const Action& action) {
  std::vector<std::string_view> fields;
  const auto* start = dynamic_cast<const StartKubelet*>(&action);
  if (start == nullptr) return fields;
  if (start->allocatable) fields.emplace_back("allocatable");
  if (start->identity_policy && *start->identity_policy != decide::PolicySettings{})
    fields.emplace_back("identityPolicy");
  return fields;
}

bool replaces_kubelet(const Action& action) {
  if (dynamic_cast<const StopKubelet*>(&action) != nullptr) return true;
  const auto* start = dynamic_cast<const StartKubelet*>(&action);
  return start != nullptr && !start->allocatable;
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
          .field("version", &Start::version, format::simulated_release(), "Release, for an upgrade or rollback.")
          .field("featureGates", &Start::feature_gates, format::feature_gates(),
                 "Feature gates, replacing the previous ones.")
          .field("identityPolicy", &Start::identity_policy, format::identity_policy_shape(),
                 "Identity policy from now on.")
          .field("config", &Start::config, format::kubelet_configuration_shape(), "Fields of KubeletConfiguration.")
          .field("allocatable", &Start::allocatable, format::resource_list(),
                 "Resources of the node for pods from now on."),
      "Starts the kubelet, optionally with another release.");
}

}  // namespace podreel::actions
