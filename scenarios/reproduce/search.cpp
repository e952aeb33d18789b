#include "scenarios/reproduce/search.hpp"

#include <algorithm>
#include <cmath>

#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"

namespace podreel::reproduce {

namespace {

/// Returns values of a parameter to try beside `value`: over its whole range, or nearby.
std::vector<double> candidates(const SearchParameter& parameter, double value, bool widely) {
  std::vector<double> found;
  if (widely) {
    constexpr int parts = 8;
    constexpr double step = 1.9;
    const double base = std::max(parameter.minimum, parameter.is_whole ? 1.0 : 0.1);
    const bool is_wide = parameter.maximum > base * 4;
    for (double each = base; is_wide && each < parameter.maximum; each *= step) found.push_back(each);
    for (int part = 0; !is_wide && part <= parts; ++part) {
      found.push_back(parameter.minimum + (parameter.maximum - parameter.minimum) * part / parts);
    }
    found.insert(found.end(), {parameter.minimum, parameter.maximum});
  } else {
    for (const double factor : {0.5, 0.75, 0.9, 0.97, 1.03, 1.1, 1.35, 2.0}) found.push_back(value * factor);
    for (const double more : {1.0, 5.0, 20.0, 70.0, 200.0}) found.insert(found.end(), {value - more, value + more});
  }
  for (double& candidate : found) {
    candidate =
        std::clamp(parameter.is_whole ? std::round(candidate) : candidate, parameter.minimum, parameter.maximum);
  }
  std::ranges::sort(found);
  const auto rest = std::unique(found.begin(), found.end());
  found.erase(rest, found.end());
  std::erase(found, value);
  return found;
}

/// Whether all observations match and ages are nearly exact.
bool is_good(const Fit& fit) {
  constexpr double nearly_all = 0.97;
  return fit.is_complete() && fit.score() > nearly_all;
}

}  // namespace

bool Search::should_continue() const {
  return runs_ < budget_.runs && work_ < budget_.work && (!budget_.should_continue || budget_.should_continue());
}

Attempt Search::attempt(const Draft& draft, std::vector<double> values, std::uint64_t seed) {
  PODREEL_INVARIANT(values.size() == draft.parameters.size(), "a draft is replayed with a value for each parameter");
  const Plan plan = planned(draft, values);
  ++runs_;
  try {
    std::vector<Plan> plans{plan};
    plans.insert(plans.end(), company_.begin(), company_.end());
    const format::Scenario scenario = loaded(scenario_of(plans, "reproduced", "An attempt."));
    const std::string name_space = plan.name_space.empty() ? "default" : plan.name_space;
    const SimulatedEvidence simulated =
        simulated_evidence_of(scenario, {{name_space + "/" + plan.name, plan.age}}, seed).front();
    work_ += simulated.work;
    return {.values = std::move(values), .seed = seed, .fit = fit_of(pod_, simulated, plan.age)};
  } catch (const RefusedScenario&) {
    return {.values = std::move(values), .seed = seed, .fit = {}};
  }
}

Attempt Search::first_attempt(const Draft& draft) {
  std::vector<double> values;
  for (const SearchParameter& parameter : draft.parameters) values.push_back(parameter.value);
  Attempt best = attempt(draft, values);
  for (const auto& beginning : draft.beginnings) {
    if (!should_continue()) break;
    std::vector<double> other = values;
    for (std::size_t index = 0; index < other.size(); ++index) {
      const auto found = beginning.find(draft.parameters[index].name);
      if (found != beginning.end()) other[index] = found->second;
    }
    Attempt tried = attempt(draft, std::move(other));
    if (tried.fit.score() > best.fit.score()) best = std::move(tried);
  }
  return best;
}

bool Search::improve_parameter(const Draft& draft, std::size_t parameter, bool widely, std::size_t last_run,
                               Attempt& best) {
  bool is_better = false;
  for (const double candidate : candidates(draft.parameters[parameter], best.values[parameter], widely)) {
    if (!should_continue() || runs_ >= last_run || is_good(best.fit)) break;
    std::vector<double> values = best.values;
    values[parameter] = candidate;
    Attempt tried = attempt(draft, std::move(values), best.seed);
    if (tried.fit.score() <= best.fit.score() + 1e-6) continue;
    best = std::move(tried);
    is_better = true;
  }
  PODREEL_INVARIANT(best.values.size() == draft.parameters.size(), "the best attempt has a value for each parameter");
  return is_better;
}

Attempt Search::improved(const Draft& draft, Attempt from, std::size_t max_runs) {
  const double before = from.fit.score();
  const std::size_t last_run = runs_ + max_runs;
  for (std::size_t parameter = draft.parameters.size(); parameter-- > 0;)
    improve_parameter(draft, parameter, true, last_run, from);
  bool goes_on = true;
  while (goes_on && should_continue() && runs_ < last_run) {
    goes_on = false;
    for (std::size_t parameter = 0; parameter < draft.parameters.size(); ++parameter) {
      goes_on = improve_parameter(draft, parameter, false, last_run, from) || goes_on;
    }
  }
  PODREEL_INVARIANT(from.fit.score() >= before, "a search never ends with a worse attempt than it began with");
  return from;
}

Attempt Search::shaken(const Draft& draft, Attempt from, std::size_t max_runs) {
  const double before = from.fit.score();
  constexpr double widest = 0.5;
  std::uint64_t drawn = 1;
  for (std::size_t run = 0; run < max_runs && should_continue() && !is_good(from.fit); ++run) {
    std::vector<double> values = from.values;
    for (std::size_t parameter = 0; parameter < values.size(); ++parameter) {
      drawn = sim::mix(drawn);
      const double share = static_cast<double>(sim::scale_below(drawn, 2'001)) / 1'000 - 1;
      const double width = run % 2 == 0 ? widest : widest / 10;
      const double moved = values[parameter] * (1 + share * width) + share;
      const SearchParameter& overrides = draft.parameters[parameter];
      values[parameter] =
          std::clamp(overrides.is_whole ? std::round(moved) : moved, overrides.minimum, overrides.maximum);
    }
    Attempt tried = attempt(draft, std::move(values), from.seed);
    if (tried.fit.score() > from.fit.score()) from = std::move(tried);
  }
  PODREEL_INVARIANT(from.fit.score() >= before, "a search never ends with a worse attempt than it began with");
  return from;
}

Attempt Search::reseeded(const Draft& draft, Attempt from, std::uint64_t seeds) {
  const double before = from.fit.score();
  for (std::uint64_t seed = 2; seed <= seeds && should_continue() && !is_good(from.fit); ++seed) {
    Attempt tried = attempt(draft, from.values, seed);
    if (tried.fit.score() > from.fit.score()) from = std::move(tried);
  }
  PODREEL_INVARIANT(from.fit.score() >= before, "a search never ends with a worse attempt than it began with");
  return from;
}

Attempt Search::under(const Draft& draft, const Attempt& attempt_before, release::Release kubelet) {
  Draft other = draft;
  other.plan.kubelet = kubelet;
  return attempt(other, attempt_before.values, attempt_before.seed);
}

}  // namespace podreel::reproduce
