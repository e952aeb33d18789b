#include "scenarios/fleet/drain/followed_scenario.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::fleet {

namespace {

using nlohmann::ordered_json;

ordered_json written_pod(const actions::NewPod& pod) {
  const std::size_t slash = pod.name.find('/');
  ordered_json object = pod.object;
  object["metadata"]["namespace"] = pod.name.substr(0, slash);
  object["metadata"]["name"] = pod.name.substr(slash + 1);
  return object;
}

/// Returns the step as the plan has it; null if it has not.
ordered_json written_step(const NodeSteps& steps, const actions::ActionPtr& action) {
  const auto found = std::ranges::find(steps.steps, action, &format::Step::action);
  return found == steps.steps.end() ? ordered_json{} : ordered_json(steps.written_as(*found));
}

ordered_json written_order(const Order& order, const actions::Action& action, const Plan& plan) {
  if (const auto created = action.creates({})) return {{"createPod", written_pod(*created)}};
  for (const NodeSteps* steps : plan.all_steps()) {
    if (ordered_json step = written_step(*steps, order.step); !step.is_null()) return step;
  }
  ordered_json fields = ordered_json::object();
  if (!action.pod.empty()) fields["name"] = action.pod;
  if (order.pod && order.pod->grace_period_seconds) fields["gracePeriodSeconds"] = *order.pod->grace_period_seconds;
  return {{action.name(), std::move(fields)}};
}

}  // namespace

ordered_json followed_document(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                               const std::vector<Replica>& pods, const Plan& plan, const std::vector<Order>& followed) {
  sim::Duration last{};
  ordered_json timeline = ordered_json::array();
  if (!followed.empty()) timeline.push_back({{"at", "0s"}, {"startKubelet", ordered_json::object()}});
  for (const Order& order : followed) {
    last = order.at.time_since_epoch();
    const actions::ActionPtr action = action_of(cluster, order);
    if (!action) continue;
    ordered_json step{{"at", format::duration_text(last)}};
    const ordered_json written = written_order(order, *action, plan);
    for (const auto& [key, value] : written.items()) {
      if (key != "at") step[key] = value;
    }
    timeline.push_back(std::move(step));
  }
  ordered_json document = node_document(fleet, cluster, index, pods, plan, last + plan.recovery);
  document["spec"]["timeline"] = std::move(timeline);
  return document;
}

}  // namespace podreel::fleet
