#include "tools/cli/reproduce/reproduce_report.hpp"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using reproduce::ReproducedPod;
using reproduce::Reproduction;

constexpr std::size_t max_text_length = 160;

std::string line_of(std::string_view text) {
  std::string line = api::printable_line(text.substr(0, max_text_length));
  if (text.size() > max_text_length) line += "…";
  return line;
}

int hundredths(double score) {
  return static_cast<int>(std::lround(score * 100));
}

std::string kubelets_text(const Reproduction& found) {
  std::string text = "kubelet " + release::minor_string(found.kubelet);
  if (found.kubelets.size() < 2) return text;
  std::vector<std::string> names;
  for (const release::Release each : found.kubelets) names.push_back(release::minor_string(each));
  return text + fmt::format("; same result with {}", fmt::join(names, ", "));
}

std::string observation_text(const reproduce::Observation& observation, const Terminal& terminal) {
  const std::string_view mark = observation.is_reproduced     ? "reproduced"
                                : observation.instead.empty() ? "missing"
                                                              : "differs";
  std::string text = fmt::format(
      "  {}  {}\n",
      emphasised(terminal, observation.is_reproduced ? Emphasis::good : Emphasis::bad, fmt::format("{:<10}", mark)),
      line_of(observation.text));
  const std::string instead = observation.instead.empty() ? "no such observation" : line_of(observation.instead);
  return text + fmt::format("              {}\n", emphasised(terminal, Emphasis::faint, "podreel: " + instead));
}

std::string list_text(std::string_view heading, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return {};
  std::string text = fmt::format("{}:\n", heading);
  for (const std::string& sentence : sentences) text += fmt::format("  - {}\n", line_of(sentence));
  return text;
}

std::vector<std::string> alternatives_of(const ReproducedPod& pod) {
  std::vector<std::string> sentences;
  for (const reproduce::Alternative& other : pod.alternatives) {
    sentences.push_back(fmt::format("{} ({} of {} reproduced, score {} of 100)", other.explanation, other.reproduced,
                                    pod.fit.observations.size(), hundredths(other.score)));
  }
  return sentences;
}

std::string pod_text(const ReproducedPod& pod, const Terminal& terminal) {
  std::string text =
      fmt::format("{}: {}\n", emphasised(terminal, Emphasis::name, line_of(pod.name)), line_of(pod.explanation));
  text += fmt::format("{} of {} reproduced, score {} of 100\n", pod.fit.reproduced(),
                      counted(pod.fit.observations.size(), "observation"), hundredths(pod.fit.score()));
  for (const reproduce::Observation& observation : pod.fit.observations)
    text += observation_text(observation, terminal);
  text += list_text("Simulated, but not in the input", pod.fit.besides);
  text += list_text("Assumed", pod.assumptions);
  text += list_text("Cannot be explained", pod.not_simulated);
  return text + list_text("Other explanations", alternatives_of(pod));
}

std::string comment(std::string_view text) {
  return fmt::format("# {}\n", line_of(text));
}

}  // namespace

std::string reproduction_text(const Reproduction& found, const Terminal& terminal) {
  std::string text;
  for (const ReproducedPod& pod : found.pods) text += pod_text(pod, terminal) + "\n";
  text += fmt::format("{} of {} reproduced ({}, {})\n", found.reproduced(), found.observations(), kubelets_text(found),
                      counted(found.runs, "run"));
  return text + "\n---\n" + yaml_text(found.scenario);
}

ordered_json reproduction_document(const Reproduction& found) {
  ordered_json document{{"reproduced", found.reproduced()},
                        {"observations", found.observations()},
                        {"kubelet", release::minor_string(found.kubelet)},
                        {"kubelets", ordered_json::array()},
                        {"runs", found.runs},
                        {"pods", ordered_json::array()}};
  for (const release::Release each : found.kubelets) document["kubelets"].push_back(release::minor_string(each));
  for (const ReproducedPod& pod : found.pods) {
    ordered_json written{{"name", pod.name},
                         {"explanation", pod.explanation},
                         {"score", hundredths(pod.fit.score())},
                         {"observations", ordered_json::array()},
                         {"simulatedOnly", pod.fit.besides},
                         {"assumed", pod.assumptions},
                         {"notSimulated", pod.not_simulated},
                         {"alternatives", ordered_json::array()}};
    for (const reproduce::Observation& observation : pod.fit.observations) {
      written["observations"].push_back({{"line", observation.line},
                                         {"seen", observation.text},
                                         {"reproduced", observation.is_reproduced},
                                         {"instead", observation.instead},
                                         {"score", hundredths(observation.score)}});
    }
    for (const reproduce::Alternative& other : pod.alternatives) {
      written["alternatives"].push_back(
          {{"explanation", other.explanation}, {"reproduced", other.reproduced}, {"score", hundredths(other.score)}});
    }
    document["pods"].push_back(std::move(written));
  }
  document["scenario"] = found.scenario;
  return document;
}

std::string reproduced_scenario(const Reproduction& found) {
  std::string text;
  for (const ReproducedPod& pod : found.pods) {
    text += comment(fmt::format("{}: {} of {} reproduced.", pod.name, pod.fit.reproduced(),
                                counted(pod.fit.observations.size(), "observation")));
    for (const reproduce::Observation& observation : pod.fit.observations) {
      if (!observation.is_reproduced) text += comment("Not reproduced: " + observation.text);
    }
    for (const std::string& sentence : pod.assumptions) text += comment("Assumed: " + sentence + ".");
    for (const std::string& sentence : pod.not_simulated) text += comment("Cannot be explained: " + sentence + ".");
  }
  return text + yaml_text(found.scenario);
}

}  // namespace podreel::cli
