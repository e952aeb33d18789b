#include "scenarios/simulation/decisive_choices.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "scenarios/simulation/checked_run.hpp"
#include "scenarios/simulation/reduced.hpp"

namespace podreel::simulation {

namespace {

constexpr std::size_t max_runs = 400;

using Failed = std::set<const format::Expectation*>;

struct Run {
  Failed failed;
  std::vector<sim::Choice> choices;
};

Run run(const format::Scenario& scenario, std::uint64_t seed, const std::vector<sim::Choice>& fixed, bool records) {
  simulation::ReplayOptions options;
  options.seed = seed;
  options.choices = fixed;
  options.record_choices = records;
  simulation::CheckedRun judged = simulation::run_and_check(scenario, std::move(options));
  Run run{.failed = {}, .choices = std::move(judged.result.choices)};
  for (const format::Verdict& verdict : judged.verdicts) {
    if (!verdict.held) run.failed.insert(verdict.expectation);
  }
  return run;
}

/// Returns the choices of `one` that `other` does not have.
std::vector<sim::Choice> only_in(std::vector<sim::Choice> one, std::vector<sim::Choice> other) {
  std::ranges::sort(one);
  std::ranges::sort(other);
  std::vector<sim::Choice> only;
  std::ranges::set_difference(one, other, std::back_inserter(only));
  return only;
}

}  // namespace

std::optional<std::vector<sim::Choice>> decisive_choices(const format::Scenario& scenario, std::uint64_t failing,
                                                         std::uint64_t holding) {
  const Run bad = run(scenario, failing, {}, true);
  const auto fails_alike = [&bad](const Failed& failed) {
    return std::ranges::any_of(failed, [&bad](const format::Expectation* each) { return bad.failed.contains(each); });
  };
  const auto fails = [&](const std::vector<sim::Choice>& choices) {
    return fails_alike(run(scenario, holding, choices, false).failed);
  };
  const Run good = run(scenario, holding, {}, true);
  const std::vector<sim::Choice> candidates = only_in(bad.choices, good.choices);
  if (fails_alike(good.failed) || candidates.empty() || !fails(candidates)) return std::nullopt;
  return reduced(candidates, fails, max_runs);
}

}  // namespace podreel::simulation
