#include "tools/cli/reproduce/reproduce_report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "engine/release/release.hpp"
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

/// Position of the release's minor among those that podreel simulates.
std::ptrdiff_t position_of(const std::string& minor, const std::vector<std::string>& minors) {
  return std::ranges::find(minors, minor) - minors.begin();
}

std::vector<std::string> simulated_minors() {
  std::vector<std::string> minors;
  for (const release::Release each : release::simulated_releases()) {
    std::string minor = release::minor_string(each);
    if (minors.empty() || minors.back() != minor) minors.push_back(std::move(minor));
  }
  return minors;
}

/// Returns "1.27–1.34, 1.36"; releases are in their order.
std::string ranges_text(const std::vector<release::Release>& releases) {
  const std::vector<std::string> minors = simulated_minors();
  std::vector<std::string> ranges;
  std::string first;
  std::string last;
  const auto end_range = [&] {
    if (!first.empty()) ranges.push_back(first == last ? first : fmt::format("{}–{}", first, last));
  };
  for (const release::Release each : releases) {
    const std::string minor = release::minor_string(each);
    if (minor == last) continue;
    if (first.empty() || position_of(minor, minors) != position_of(last, minors) + 1) {
      end_range();
      first = minor;
    }
    last = minor;
  }
  end_range();
  return fmt::format("{}", fmt::join(ranges, ", "));
}

std::string kubelets_text(const Reproduction& found) {
  std::string text = "kubelet " + release::minor_string(*found.kubelet);
  if (found.kubelets.size() < 2) return text;
  return text + fmt::format("; the input fits {}", ranges_text(found.kubelets));
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

/// Returns the observations that an explanation reproduces, or those that it does not, at most two.
std::string some_observations(const reproduce::Fit& fit, bool are_reproduced) {
  constexpr std::size_t max_shown = 2;
  std::vector<std::string> texts;
  std::size_t left = 0;
  for (const reproduce::Observation& each : fit.observations) {
    if (each.is_reproduced != are_reproduced) continue;
    if (texts.size() == max_shown) {
      ++left;
      continue;
    }
    constexpr std::size_t max_width = 60;
    texts.push_back(each.text.size() > max_width ? each.text.substr(0, max_width) + "…" : each.text);
  }
  std::string text = fmt::format("{}", fmt::join(texts, "; "));
  return left == 0 ? text : text + fmt::format("; and {} more", left);
}

std::vector<std::string> texts_of(const std::vector<reproduce::UnusedLine>& unused) {
  std::vector<std::string> texts;
  for (const reproduce::UnusedLine& each : unused) {
    texts.push_back(each.line == 0 ? each.text : fmt::format("line {}: {}", each.line, each.text));
  }
  return texts;
}

std::string alternatives_text(const ReproducedPod& pod) {
  constexpr std::size_t max_shown = 3;
  const std::vector<reproduce::NamedCause>& named = pod.diagnosis.others;
  std::string text = pod.alternatives.empty() && named.empty() ? "" : "Other explanations:\n";
  for (const reproduce::NamedCause& other : named) {
    text += fmt::format("  - {} (named by the input)\n      for: {}\n", line_of(other.sentence),
                        line_of(texts_of({other.evidence}).front()));
  }
  for (std::size_t index = 0; index < std::min(max_shown, pod.alternatives.size()); ++index) {
    const reproduce::Alternative& other = pod.alternatives[index];
    text += fmt::format("  - {} ({} of {} reproduced, score {} of 100)\n", line_of(other.explanation),
                        other.fit.reproduced(), other.fit.observations.size(), hundredths(other.fit.score()));
    const std::string supports = some_observations(other.fit, true);
    const std::string contradicts = some_observations(other.fit, false);
    if (!supports.empty()) text += fmt::format("      for: {}\n", line_of(supports));
    if (!contradicts.empty()) text += fmt::format("      against: {}\n", line_of(contradicts));
  }
  return text;
}

std::string headline_of(const reproduce::Diagnosis& diagnosis) {
  const bool has_cause = diagnosis.is_certain || diagnosis.headline == "no cause found";
  return (has_cause ? "" : "possible cause: ") + diagnosis.headline;
}

std::string pod_text(const ReproducedPod& pod, const Terminal& terminal) {
  std::string text = fmt::format("{}: {}\n", emphasised(terminal, Emphasis::name, line_of(pod.name)),
                                 line_of(headline_of(pod.diagnosis)));
  const std::size_t number = pod.fit.observations.size();
  if (number == 0) {
    text += "not simulated\n";
  } else {
    text += fmt::format("{} of {} reproduced, score {} of 100\n", pod.fit.reproduced(), counted(number, "observation"),
                        hundredths(pod.fit.score()));
  }
  if (pod.diagnosis.simulated) {
    text += fmt::format("The scenario does not show this cause. In it, {}.\n", line_of(*pod.diagnosis.simulated));
  }
  for (const reproduce::Observation& observation : pod.fit.observations)
    text += observation_text(observation, terminal);
  text += list_text("Not used", texts_of(pod.diagnosis.unused));
  text += list_text("Simulated, but not in the input", pod.fit.besides);
  text += list_text("Assumed", pod.assumptions);
  text += list_text("Cannot be explained", pod.not_simulated);
  return text + alternatives_text(pod);
}

std::string comment(std::string_view text) {
  return fmt::format("# {}\n", line_of(text));
}

}  // namespace

std::string reproduction_text(const Reproduction& found, const Terminal& terminal) {
  std::string text;
  for (const ReproducedPod& pod : found.pods) text += pod_text(pod, terminal) + "\n";
  for (const std::string& cause : found.node_causes) text += fmt::format("The node: {}\n", line_of(cause));
  for (const std::string& cause : found.nameless_causes) {
    text += fmt::format("A pod that the input does not name: {}\n", line_of(cause));
  }
  text += list_text("Not used for any pod", texts_of(found.unused));
  if (found.scenario.is_null()) return text;
  text += fmt::format("{} of {} reproduced ({}, {})\n", found.reproduced(), found.observations(), kubelets_text(found),
                      counted(found.runs, "run"));
  return text + "\n---\n" + yaml_text(found.scenario);
}

ordered_json reproduction_document(const Reproduction& found) {
  ordered_json document{
      {"reproduced", found.reproduced()},
      {"observations", found.observations()},
      {"kubelet", found.kubelet ? ordered_json(release::minor_string(*found.kubelet)) : ordered_json()},
      {"kubelets", ordered_json::array()},
      {"nodeCauses", found.node_causes},
      {"namelessCauses", found.nameless_causes},
      {"unused", texts_of(found.unused)},
      {"runs", found.runs},
      {"pods", ordered_json::array()}};
  for (const release::Release each : found.kubelets) document["kubelets"].push_back(release::minor_string(each));
  for (const ReproducedPod& pod : found.pods) {
    ordered_json written{{"name", pod.name},
                         {"explanation", pod.diagnosis.headline},
                         {"certain", pod.diagnosis.is_certain},
                         {"simulated", pod.diagnosis.simulated.value_or(pod.diagnosis.headline)},
                         {"unused", texts_of(pod.diagnosis.unused)},
                         {"score", hundredths(pod.fit.score())},
                         {"observations", ordered_json::array()},
                         {"simulatedOnly", pod.fit.besides},
                         {"assumed", pod.assumptions},
                         {"notSimulated", pod.not_simulated},
                         {"named", ordered_json::array()},
                         {"alternatives", ordered_json::array()}};
    for (const reproduce::NamedCause& other : pod.diagnosis.others) {
      written["named"].push_back({{"explanation", other.sentence}, {"for", texts_of({other.evidence}).front()}});
    }
    for (const reproduce::Observation& observation : pod.fit.observations) {
      written["observations"].push_back({{"line", observation.line},
                                         {"seen", observation.text},
                                         {"reproduced", observation.is_reproduced},
                                         {"instead", observation.instead},
                                         {"score", hundredths(observation.score)}});
    }
    for (const reproduce::Alternative& other : pod.alternatives) {
      written["alternatives"].push_back({{"explanation", other.explanation},
                                         {"reproduced", other.fit.reproduced()},
                                         {"score", hundredths(other.fit.score())},
                                         {"for", some_observations(other.fit, true)},
                                         {"against", some_observations(other.fit, false)}});
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
    if (pod.diagnosis.simulated)
      text += comment("The scenario does not show the cause: " + pod.diagnosis.headline + ".");
    for (const std::string& line : texts_of(pod.diagnosis.unused)) text += comment("Not used: " + line);
    for (const std::string& sentence : pod.assumptions) text += comment("Assumed: " + sentence + ".");
    for (const std::string& sentence : pod.not_simulated) text += comment("Cannot be explained: " + sentence + ".");
  }
  return text + yaml_text(found.scenario);
}

}  // namespace podreel::cli
