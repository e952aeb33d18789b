#include "scenarios/explore/perturbation.hpp"

#include <algorithm>

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/format/timeline.hpp"
#include "scenarios/jsonl/choice_list.hpp"

namespace podreel::explore {

namespace {

using nlohmann::ordered_json;

actions::WrittenStep read_step(const ordered_json& written, format::Reading& reading) {
  static const format::Shape<actions::WrittenStep> shape = actions::step_shape();
  actions::WrittenStep step;
  shape.read(api::to_tree(nlohmann::json(written)), format::Place{reading}, step);
  return step;
}

bool is_possible(const format::Scenario& scenario, format::Reading& reading) {
  if (!reading.problems.empty()) return false;
  format::check_timeline(scenario, reading);
  return reading.problems.empty();
}

ordered_json written(const runtime_fake::CallFault& fault) {
  ordered_json item{{"call", fault.call}};
  if (!fault.pod.empty()) item["pod"] = fault.pod;
  if (!fault.container.empty()) item["container"] = fault.container;
  item["from"] = format::duration_text(fault.from);
  if (fault.until) item["until"] = format::duration_text(*fault.until);
  if (fault.fail_first != 0) item["error"] = fault.error;
  if (fault.fail_first != 0 && fault.fail_first != runtime_fake::CallFault::all) item["failFirst"] = fault.fail_first;
  if (fault.takes.maximum() > sim::Duration{}) item["takes"] = format::duration_text(fault.takes.maximum());
  return item;
}

ordered_json& list_in(ordered_json& object, const char* name) {
  ordered_json& list = object[name];
  if (!list.is_array()) list = ordered_json::array();
  return list;
}

}  // namespace

std::optional<format::Scenario> perturbed(const format::Scenario& scenario,
                                          std::span<const Perturbation> perturbations) {
  format::Scenario result = scenario;
  format::Reading reading{.file = scenario.file, .problems = {}};
  std::vector<actions::WrittenStep> steps;
  for (const Perturbation& perturbation : perturbations) {
    if (perturbation.fault) result.runtime.calls.insert(result.runtime.calls.begin(), *perturbation.fault);
    if (perturbation.choice) result.choices.push_back(*perturbation.choice);
    for (const ordered_json& step : perturbation.steps) steps.push_back(read_step(step, reading));
  }
  if (steps.empty()) return result;
  std::ranges::move(format::expanded_timeline(steps, scenario.node, reading), std::back_inserter(result.timeline));
  std::ranges::stable_sort(result.timeline, {}, &format::Step::at);
  if (!is_possible(result, reading)) return std::nullopt;
  return result;
}

void write_into(ordered_json& document, std::span<const Perturbation> perturbations) {
  ordered_json& spec = document["spec"];
  for (const Perturbation& perturbation : perturbations) {
    if (perturbation.fault) {
      ordered_json& calls = list_in(spec["runtime"], "calls");
      calls.insert(calls.begin(), written(*perturbation.fault));
    }
    if (perturbation.choice) list_in(spec, "choices").push_back(jsonl::to_json(*perturbation.choice));
    for (const ordered_json& step : perturbation.steps) list_in(spec, "timeline").push_back(step);
  }
}

}  // namespace podreel::explore
