// From what was seen of a pod to scenarios that may tell it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/plan.hpp"

namespace podreel::reproduce {

/// A number that the evidence leaves open. Spans are in seconds.
struct SearchParameter {
  std::string name;
  double value = 0;
  double least = 0;
  double most = 0;
  /// Makes the plan have that value.
  std::function<void(Plan& plan, double value)> turn;
  /// Only whole numbers.
  bool is_whole = false;
};

/// One explanation: what must have happened, and what of it is open.
struct Draft {
  /// A sentence without its full stop: "the container ends by itself".
  std::string explanation;
  Plan plan;
  std::vector<SearchParameter> parameters;
  /// Values of some parameters that belong together, by name: where else to begin.
  std::vector<std::map<std::string, double>> beginnings;
  /// How much better than a plainer explanation it must tell to be preferred: off its score.
  double doubt = 0;
  /// What nothing in the evidence says, likewise.
  std::vector<std::string> assumptions;

  void assume(std::string sentence) { assumptions.push_back(std::move(sentence)); }
  void open(std::string name, double value, double least, double most, std::function<void(Plan&, double)> turn,
            bool is_whole = false);
};

/// The plan with its parameters at these values, one each.
[[nodiscard]] Plan planned(const Draft& draft, const std::vector<double>& values);

/// The explanations of a pod, the likeliest first; at least one.
[[nodiscard]] std::vector<Draft> drafts_of(const SeenPod& pod, release::Release kubelet);

[[nodiscard]] sim::Duration seconds(double value);
[[nodiscard]] double in_seconds(sim::Duration duration);

}  // namespace podreel::reproduce
