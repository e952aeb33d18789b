#include "scenarios/format/timeline.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "runtime_fake/glob.hpp"
#include "scenarios/format/actions/create_pod.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::format {

namespace {

using actions::ActionPtr;
using actions::WrittenStep;

/// Returns all pods that the API ever has.
std::vector<std::string> pods_of_api(const std::vector<WrittenStep>& written, const NodeSettings& node) {
  std::vector<std::string> names;
  if (node.settled) {
    for (const NamedPod& pod : node.settled->pods) names.push_back(pod.name);
  }
  for (const WrittenStep& step : written) {
    for (const ActionPtr& action : step.actions) {
      const auto created = action->creates({});
      if (created && !created->is_static) names.push_back(created->name);
    }
  }
  return names;
}

/// Returns the action for each of its pods.
std::vector<ActionPtr> spelled_out(const ActionPtr& action, const std::vector<std::string>& pods, api::Mark mark,
                                   const Place& place) {
  if (action->pod.find_first_of("*?") == std::string::npos) return {action};
  std::vector<ActionPtr> result;
  for (const std::string& pod : pods) {
    if (!runtime_fake::glob_matches_pod(action->pod, pod)) continue;
    if (!place.takes_steps(mark, 1)) return {};
    result.push_back(action->about(pod));
  }
  return result;
}

/// Adds settled pods, as if createPods had created them.
void plan_settled(const SettledSettings& settled, actions::PlannedNode& planned) {
  planned.begin_step(settled.mark, "spec.node.settled.pods", {});
  for (const NamedPod& pod : settled.pods) {
    planned.created(pod.name, *pod.object);
    actions::create_pod(pod.name, pod.object)->check(planned);
  }
}

}  // namespace

std::vector<Step> expanded_timeline(const std::vector<WrittenStep>& written, const NodeSettings& node,
                                    Reading& reading) {
  const std::vector<std::string> pods = pods_of_api(written, node);
  std::vector<Step> steps;
  for (const WrittenStep& step : written) {
    const auto count = static_cast<std::int64_t>(step.actions.size());
    for (std::int64_t index = 0; index < count; ++index) {
      // Divides in parts to avoid overflow for long spans with many pods.
      const sim::Duration offset = step.spread / count * index + step.spread % count * index / count;
      const ActionPtr& about_pods = step.actions[static_cast<std::size_t>(index)];
      for (ActionPtr& action : spelled_out(about_pods, pods, step.mark, Place{reading, step.path})) {
        steps.push_back({step.at + offset, std::move(action), step.mark, step.path});
      }
    }
  }
  std::ranges::stable_sort(steps, {}, &Step::at);
  return steps;
}

actions::PlannedNode check_timeline(const Scenario& scenario, Reading& reading) {
  actions::PlannedNode planned{scenario.node, reading};
  if (scenario.node.settled) plan_settled(*scenario.node.settled, planned);
  const sim::Duration end = scenario.duration.value_or(max_settling);
  for (const Step& step : scenario.timeline) {
    planned.begin_step(step.mark, step.path, step.at);
    if (step.at > end) {
      planned.problem(fmt::format("the step at {} is after the end of the scenario at {}", duration_text(step.at),
                                  duration_text(end)));
    }
    if (const auto created = step.action->creates(scenario.node.name)) planned.created(created->name, created->object);
    step.action->check(planned);
  }
  planned.finish();
  return planned;
}

}  // namespace podreel::format
