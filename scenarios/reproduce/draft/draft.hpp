// Turns the evidence about a pod into scenarios that may reproduce it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scenarios/reproduce/cause.hpp"
#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/plan.hpp"

namespace podreel::reproduce {

/// A number that the evidence does not determine. Durations are in seconds.
struct SearchParameter {
  std::string name;
  double value = 0;
  double minimum = 0;
  double maximum = 0;
  /// Sets the value in the plan.
  std::function<void(Plan& plan, double value)> turn;
  /// Restricts the value to whole numbers.
  bool is_whole = false;
};

/// A cause that a draft simulates.
struct Explained {
  Cause cause = Cause::unknown;
  std::string sentence;
};

/// One explanation: what must have happened, and which numbers of it are open.
struct Draft {
  /// A sentence without its full stop: "the container exits by itself". Empty if the pod runs without failures.
  std::string explanation;
  /// All causes that the draft simulates, in the order of the rules.
  std::vector<Explained> causes;
  Plan plan;
  std::vector<SearchParameter> parameters;
  /// Other starting points of the search: values of related parameters, by name.
  std::vector<std::map<std::string, double>> beginnings;
  /// Subtracted from the score: a less plain explanation must fit this much better to be preferred.
  double doubt = 0;
  /// The evidence does not show the cause: another one would leave the same.
  bool is_guess = false;
  /// Assumptions without evidence, as sentences without their full stop.
  std::vector<std::string> assumptions;

  /// Adds a simulated cause; the last one is the explanation.
  void explain(Cause cause, std::string sentence);
  void assume(std::string sentence) { assumptions.push_back(std::move(sentence)); }
  void open(std::string name, double value, double minimum, double maximum, std::function<void(Plan&, double)> turn,
            bool is_whole = false);
};

/// Returns the plan with its parameters set to `values`, one for each.
[[nodiscard]] Plan planned(const Draft& draft, const std::vector<double>& values);

/// Returns the explanations of a pod, the likeliest first; at least one.
[[nodiscard]] std::vector<Draft> drafts_of(const SeenPod& pod, release::Release kubelet);

[[nodiscard]] sim::Duration seconds(double value);

}  // namespace podreel::reproduce
