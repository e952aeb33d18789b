#include "tests/support/generated_scenario.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/sim/random.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/generated_steps.hpp"
#include "tests/support/generated_volumes.hpp"

namespace podreel::testing {

namespace {

using fuzz::Bytes;
using nlohmann::json;

json images() {
  return json::array(
      {{{"name", generated_slow_image}, {"present", false}, {"pull", {{"takes", "8s"}}}},
       {{"name", generated_missing_image}, {"present", false}, {"pull", {{"failFirst", 3}, {"error", "not found"}}}}});
}

void add_without_members(std::vector<GeneratedScenario>& found, const GeneratedScenario& scenario, std::size_t pod,
                         const json::json_pointer& object) {
  for (const auto& [member, value] : scenario.steps[pod].at(object).items()) {
    if (member == "name" || member == "image" || member == "containers") continue;
    found.push_back(scenario);
    found.back().steps[pod].at(object).erase(member);
  }
}

void remove_script(GeneratedScenario& scenario, const json& container) {
  for (GeneratedPod& pod : scenario.pods) {
    json& scripts = pod.script["containers"];
    const auto found = std::ranges::find(scripts, container["name"], [](const json& script) { return script["name"]; });
    if (found != scripts.end()) scripts.erase(found);
  }
}

/// Without parts of the pod that this step creates.
void add_smaller_pods(std::vector<GeneratedScenario>& found, const GeneratedScenario& scenario, std::size_t step) {
  const json::json_pointer spec{"/createPod/spec"};
  if (!scenario.steps[step].contains(spec)) return;
  add_without_members(found, scenario, step, spec);
  for (const char* list : {"containers", "initContainers"}) {
    const json containers = scenario.steps[step].at(spec).value(list, json::array());
    for (std::size_t index = 0; index < containers.size(); ++index) {
      add_without_members(found, scenario, step, spec / list / index);
      if (containers.size() == 1) continue;
      found.push_back(scenario);
      found.back().steps[step].at(spec / list).erase(index);
      remove_script(found.back(), containers[index]);
    }
  }
}

GeneratedScenario without_pod(GeneratedScenario scenario, std::size_t index) {
  std::string name = scenario.pods[index].script["name"].get<std::string>();
  name.pop_back();
  std::erase_if(scenario.steps, [&name](const json& step) { return step.dump().find(name) != std::string::npos; });
  scenario.pods.erase(scenario.pods.begin() + static_cast<std::ptrdiff_t>(index));
  return scenario;
}

/// Without a step, or without two that follow each other: one may need the other.
void add_fewer_steps(std::vector<GeneratedScenario>& found, const GeneratedScenario& scenario) {
  for (std::size_t length : {1U, 2U}) {
    for (std::size_t index = 0; index + length <= scenario.steps.size(); ++index) {
      found.push_back(scenario);
      const auto begin = found.back().steps.begin() + static_cast<std::ptrdiff_t>(index);
      found.back().steps.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
    }
  }
}

void add_simpler_nodes(std::vector<GeneratedScenario>& found, const GeneratedScenario& scenario) {
  for (json GeneratedNode::*settings : {&GeneratedNode::feature_gates, &GeneratedNode::config,
                                        &GeneratedNode::container_events, &GeneratedNode::status}) {
    for (const auto& item : (scenario.node.*settings).items()) {
      found.push_back(scenario);
      (found.back().node.*settings).erase(item.key());
    }
  }
}

}  // namespace

std::string GeneratedScenario::text() const {
  json scripts = json::array();
  for (const GeneratedPod& pod : pods) scripts.push_back(pod.script);
  json runtime{{"images", images()}, {"pods", std::move(scripts)}};
  if (!faults.empty()) runtime["calls"] = faults;
  if (!node.container_events.empty()) runtime["containerEvents"] = node.container_events;
  json spec{{"description", "A test has made this up."},
            {"duration", fmt::format("{}s", duration.count())},
            {"node", node.text()},
            {"runtime", std::move(runtime)},
            {"timeline", steps}};
  if (!volumes.empty()) spec["volumes"] = volumes;
  return json{
      {"apiVersion", "podreel.dev/v1alpha1"}, {"kind", "Scenario"}, {"metadata", {{"name", "made-up"}}}, {"spec", spec}}
      .dump(1);
}

std::vector<GeneratedScenario> GeneratedScenario::smaller() const {
  std::vector<GeneratedScenario> found;
  add_fewer_steps(found, *this);
  for (std::size_t index = 0; index < faults.size(); ++index) {
    found.push_back(*this);
    found.back().faults.erase(found.back().faults.begin() + static_cast<std::ptrdiff_t>(index));
  }
  for (std::size_t index = 0; index < volumes.size(); ++index) {
    found.push_back(*this);
    found.back().volumes.erase(found.back().volumes.begin() + static_cast<std::ptrdiff_t>(index));
  }
  add_simpler_nodes(found, *this);
  for (std::size_t index = 0; index < pods.size(); ++index) {
    found.push_back(without_pod(*this, index));
    for (const char* list : {"containers", "exec"}) {
      const json scripts = pods[index].script.value(list, json::array());
      for (std::size_t script = 0; script < scripts.size(); ++script) {
        found.push_back(*this);
        found.back().pods[index].script[list].erase(script);
      }
    }
  }
  for (std::size_t index = 0; index < steps.size(); ++index) add_smaller_pods(found, *this, index);
  return found;
}

GeneratedScenario generated_scenario(Bytes& bytes) {
  GeneratedScenario made;
  made.node = generated_node(bytes);
  for (std::size_t index = 0, count = 1 + bytes.below(3); index < count; ++index) {
    made.pods.push_back(generated_pod(fmt::format("pod-{}", index), made.node.oldest(), bytes));
  }
  for (std::size_t count = bytes.below(4) / 2; count > 0; --count) made.faults.push_back(generated_fault(bytes));
  add_steps(made, bytes);
  add_volumes(made, bytes);
  return made;
}

std::string bytes_of_seed(std::uint64_t seed) {
  constexpr std::size_t enough = 512;
  std::string bytes(enough, '\0');
  for (std::size_t index = 0; index < enough; ++index) {
    bytes[index] = static_cast<char>(sim::mix(seed * enough + index) >> 32U);
  }
  return bytes;
}

std::optional<format::Scenario> loaded(const GeneratedScenario& scenario, std::string* problems) {
  format::Loaded loaded = format::load_scenarios(api::load_documents(scenario.text(), "made-up"), "made-up");
  if (problems != nullptr) {
    for (const api::Problem& problem : loaded.problems)
      *problems += fmt::format("{}: {}\n", problem.path, problem.message);
  }
  if (!loaded.problems.empty() || loaded.scenarios.size() != 1) return std::nullopt;
  return std::move(loaded.scenarios.front());
}

GeneratedScenario smallest(GeneratedScenario scenario, const std::function<bool(const format::Scenario&)>& fails) {
  for (;;) {
    std::vector<GeneratedScenario> smaller = scenario.smaller();
    const auto found = std::ranges::find_if(smaller, [&](const GeneratedScenario& candidate) {
      const std::optional<format::Scenario> valid = loaded(candidate);
      return valid && fails(*valid);
    });
    if (found == smaller.end()) return scenario;
    scenario = std::move(*found);
  }
}

}  // namespace podreel::testing
