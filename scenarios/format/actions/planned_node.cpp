#include "scenarios/format/actions/planned_node.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/apiserver/service_account_volume.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "scenarios/format/settings/configuration_fields.hpp"
#include "scenarios/format/settings/gate_check.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::actions {

PlannedNode::PlannedNode(const format::NodeSettings& node, format::Reading& reading)
    : kubelet{node.kubelet},
      kubelet_runs{!node.settled},
      patches{format::api_server_release(node), node.kubelet.feature_gates, node.name, node.allocatable},
      reading_{reading},
      adds_service_account_volume_{node.api_server.adds_service_account_volume} {
  report_settings("spec.node.kubelet.featureGates");
}

void PlannedNode::created(const std::string& pod, const nlohmann::json& object) {
  PodFacts& facts = created_[pod];
  facts.add(object);
  if (!adds_service_account_volume_) return;
  nlohmann::json spec = object.at("spec");
  apiserver::add_service_account_volume(spec, {}, {}, release::behaviour_of(kubelet.version, kubelet.feature_gates));
  facts.add(spec);
}

void PlannedNode::begin_step(api::Mark mark, std::string path, sim::Duration at) {
  mark_ = mark;
  path_ = std::move(path);
  at_ = at;
  if (!boots_at_ || at_ < *boots_at_) return;
  boots_at_.reset();
  is_down_ = false;
  kubelet_runs = true;
}

void PlannedNode::go_down(sim::Duration takes, std::optional<sim::Duration> down_for) {
  if (is_down_) {
    problem(boots_at_ ? fmt::format("the node is down at this time, until {}", format::duration_text(*boots_at_))
                      : "the node is down at this time");
  }
  is_down_ = true;
  kubelet_runs = false;
  goes_down_until_ = at_ + takes;
  boots_at_.reset();
  if (down_for) boots_at_ = goes_down_until_ + *down_for;
}

void PlannedNode::cut_network(sim::Duration duration) {
  if (at_ < cut_until_) {
    problem(fmt::format("the node is disconnected from the API server at this time, until {}",
                        format::duration_text(cut_until_)));
  }
  cut_until_ = at_ + duration;
}

void PlannedNode::problem(const std::string& message) const {
  format::Place{reading_, path_}.problem(mark_, message);
}

void PlannedNode::warning(const std::string& message) const {
  format::Place{reading_, path_}.warning(mark_, message);
}

void PlannedNode::start_kubelet(std::string_view start, bool has_release_or_gates, bool has_config) {
  if (is_down_) {
    problem("the node is down at this time; its kubelet starts at boot without a step");
  } else if (kubelet_runs) {
    problem("the kubelet already runs at this time; add stopKubelet before this step");
  }
  kubelet_runs = !is_down_;
  if (has_config) config_path_ = fmt::format("{}.{}.config", path_, start);
  if (has_release_or_gates || has_config) report_settings(fmt::format("{}.{}.featureGates", path_, start));
}

PlannedNode::Pods PlannedNode::pods_ever() const {
  Pods known = created_;
  for (const auto& [name, facts] : changes) {
    if (const auto pod = known.find(name); pod != known.end()) pod->second.add(facts);
  }
  return known;
}

void PlannedNode::finish() const {
  const format::Place events{reading_, "spec.runtime.containerEvents"};
  const auto mark = reading_.marks.find(events.path());
  if (mark != reading_.marks.end() && !receives_container_events_) {
    events.warning(mark->second, "without effect: no kubelet of this scenario enables the gate EventedPLEG");
  }
  if (reading_.marks.contains("spec.runtime.usage")) return;
  for (const auto& [path, threshold] : reading_.marks) {
    if (path.find(".config.eviction") == std::string::npos) continue;
    format::Place{reading_, path}.warning(threshold, "without effect: requires runtime.usage");
  }
}

void PlannedNode::report_settings(const std::string& gates_path) {
  using format::Place;
  if (release::behaviour_of(kubelet.version, kubelet.feature_gates).has(release::evented_pleg))
    receives_container_events_ = true;
  if (kubelet.config.image_gc.maximum_age > sim::Duration{}) removes_old_images_ = true;
  format::report_gates(kubelet.feature_gates, kubelet.version, Place{reading_, gates_path}, mark_);
  format::report_configuration(kubelet.config, kubelet.version, kubelet.feature_gates, Place{reading_, config_path_});
}

}  // namespace podreel::actions
