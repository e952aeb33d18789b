#include "tools/serve/steps.hpp"

#include <fmt/format.h>

#include "scenarios/format/actions/step.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

std::string problem_text(const std::vector<api::Problem>& problems) {
  std::string text;
  for (const api::Problem& problem : problems) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", problem.path, problem.message);
  }
  return text;
}

/// Reads the body as a step of the scenario's timeline at this instant.
actions::WrittenStep read_step(const Request& request) {
  api::Tree tree = body_of(request, true);
  if (tree.kind != api::Tree::Kind::map) throw bad_request("accepted: a map with one action of a scenario's timeline");
  if (tree.find("at") != nullptr) throw bad_request("at: not accepted here; the step is performed immediately");
  tree.members.push_back({"at", {}, api::to_tree("0s")});
  static const format::Shape<actions::WrittenStep> shape = actions::step_shape();
  format::Reading reading{.file = "request", .problems = {}, .reads_files = false};
  actions::WrittenStep step;
  if (!shape.read(tree, format::Place{reading, "step"}, step) || !reading.problems.empty()) {
    throw bad_request(problem_text(reading.problems));
  }
  return step;
}

/// Checks that the action is possible in the current state.
void check(LiveSimulation& simulation, const actions::Action& action) {
  simulation::Node& node = simulation.node();
  format::Reading reading{.file = "request", .problems = {}};
  actions::PlannedNode planned{simulation.scenario().node, reading};
  reading.problems.clear();
  planned.kubelet = node.kubelet_settings();
  planned.kubelet_runs = node.kubelet_runs();
  planned.api_server_runs = node.api_server().is_up();
  for (const auto& [name, pod] : simulation.objects().all("pods")) {
    planned.created(name, *pod.json);
    planned.pods.insert(name);
  }
  planned.begin_step({}, "step", simulation.elapsed());
  const auto created = action.creates(node.node_name());
  if (!created && !action.pod.empty() && action.pod.find_first_of("*?") == std::string::npos &&
      !planned.pods.contains(action.pod)) {
    throw not_found("pods", action.pod);
  }
  action.check(planned);
  if (!reading.problems.empty()) throw bad_request(problem_text(reading.problems));
}

}  // namespace

void perform_steps(LiveSimulation& simulation, const Request& request) {
  const actions::WrittenStep step = read_step(request);
  for (const actions::ActionPtr& action : step.actions) {
    check(simulation, *action);
    if (simulation.memory().is_full() && action->creates(simulation.node().node_name())) {
      throw too_many_requests("the server has no memory left for another pod; delete objects", {});
    }
    action->perform(simulation.node());
  }
  simulation.check_node();
}

}  // namespace podreel::serve
