#include "tests/support/generated_scenario.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/sim/random.hpp"
#include "scenarios/language/load.hpp"
#include "tests/support/generated_steps.hpp"

namespace podreel::testing {

namespace {

using fuzz::Bytes;
using nlohmann::json;
using release::minor_string;
using release::Release;

void add_fault(GeneratedScenario& scenario, Bytes& bytes) {
  static constexpr std::array texts{
      std::string_view{R"({"call": "StartContainer", "failFirst": 2, "error": "no room"})"},
      std::string_view{R"({"call": "CreateContainer", "failFirst": 1, "error": "no such device"})"},
      std::string_view{R"({"call": "RunPodSandbox", "failFirst": 2, "error": "no network", "takes": "2s"})"},
      std::string_view{R"({"call": "StopContainer", "failFirst": 1, "error": "busy"})"},
      std::string_view{R"({"call": "StopPodSandbox", "failFirst": 2, "error": "busy"})"},
      std::string_view{R"({"call": "RemoveContainer", "failFirst": 1, "error": "busy"})"},
      std::string_view{R"({"call": "PullImage", "takes": "20s"})"},
      std::string_view{R"({"call": "*", "takes": "30ms"})"},
      std::string_view{R"({"call": "ListContainers", "from": "30s", "until": "50s", "error": "unavailable"})"},
      std::string_view{R"({"call": "PodSandboxStatus", "from": "20s", "until": "45s", "error": "unavailable"})"},
  };
  scenario.faults.push_back(json::parse(texts.at(bytes.below(texts.size()))));
}

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

}  // namespace

std::string GeneratedScenario::text() const {
  json scripts = json::array();
  for (const GeneratedPod& pod : pods) scripts.push_back(pod.script);
  json runtime{{"images", images()}, {"pods", std::move(scripts)}};
  if (!faults.empty()) runtime["calls"] = faults;
  const json spec{{"description", "A test has made this up."},
                  {"duration", fmt::format("{}s", duration.count())},
                  {"node",
                   {{"kubelet", {{"version", minor_string(kubelet)}}},
                    {"apiServer", {{"version", minor_string(api_server)}}},
                    {"allocatable", {{"cpu", "4"}, {"memory", "8Gi"}, {"pods", "110"}}}}},
                  {"runtime", std::move(runtime)},
                  {"timeline", steps}};
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
  static constexpr std::array releases{"1.14", "1.19", "1.21", "1.22", "1.23", "1.26", "1.27",
                                       "1.28", "1.29", "1.31", "1.32", "1.33", "1.35", "1.36"};
  GeneratedScenario made;
  made.kubelet = release::parse_release(releases.at(bytes.below(releases.size()))).value();
  made.api_server = made.kubelet;
  for (std::size_t index = 0, count = 1 + bytes.below(3); index < count; ++index) {
    made.pods.push_back(generated_pod(fmt::format("pod-{}", index), made.kubelet, bytes));
  }
  if (bytes.below(3) == 1) add_fault(made, bytes);
  add_steps(made, bytes);
  return made;
}

std::vector<std::uint8_t> bytes_of_seed(std::uint64_t seed) {
  constexpr std::size_t enough = 512;
  std::vector<std::uint8_t> bytes(enough);
  for (std::size_t index = 0; index < enough; ++index) {
    bytes[index] = static_cast<std::uint8_t>(sim::mix(seed * enough + index) >> 32U);
  }
  return bytes;
}

std::optional<language::Scenario> loaded(const GeneratedScenario& scenario, std::string* problems) {
  language::Loaded loaded = language::load_scenarios(api::load_documents(scenario.text(), "made-up"), "made-up");
  if (problems != nullptr) {
    for (const api::Problem& problem : loaded.problems)
      *problems += fmt::format("{}: {}\n", problem.path, problem.message);
  }
  if (!loaded.problems.empty() || loaded.scenarios.size() != 1) return std::nullopt;
  return std::move(loaded.scenarios.front());
}

GeneratedScenario smallest(GeneratedScenario scenario, const std::function<bool(const language::Scenario&)>& fails) {
  for (;;) {
    std::vector<GeneratedScenario> smaller = scenario.smaller();
    const auto found = std::ranges::find_if(smaller, [&](const GeneratedScenario& candidate) {
      const std::optional<language::Scenario> valid = loaded(candidate);
      return valid && fails(*valid);
    });
    if (found == smaller.end()) return scenario;
    scenario = std::move(*found);
  }
}

}  // namespace podreel::testing
