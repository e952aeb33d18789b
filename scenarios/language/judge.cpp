#include "scenarios/language/judge.hpp"

#include <algorithm>

#include "scenarios/language/pod_judge.hpp"
#include "scenarios/language/record_judge.hpp"

namespace podreel::language {

namespace {

bool is_of_release(const When& when, const Scenario& scenario) {
  if (when.kubelet.empty()) return true;
  const release::Release kubelet = scenario.node.kubelet.version;
  return std::ranges::any_of(when.kubelet, [&](const release::ReleaseRange& range) { return range.contains(kubelet); });
}

bool has_variables(const When& when, const Scenario& scenario) {
  return std::ranges::all_of(when.variables, [&](const auto& wanted) {
    const auto found = scenario.variant.find(wanted.first);
    return found != scenario.variant.end() && found->second == wanted.second;
  });
}

struct ExpectationJudge {
  RecordJudge& records;
  const RunHistory& history;
  Verdict operator()(const Records& expected) const { return records.judge(expected); }
  Verdict operator()(const Order& expected) const { return records.judge(expected); }
  template <class PodExpectation>
  Verdict operator()(const PodExpectation& expected) const {
    return judge_pod(expected, history);
  }
};

}  // namespace

bool applies(const Expectation& expectation, const Scenario& scenario) {
  return is_of_release(expectation.when, scenario) && has_variables(expectation.when, scenario);
}

std::vector<Verdict> judge(const Scenario& scenario, const RunHistory& history) {
  RecordJudge records{history};
  std::vector<Verdict> verdicts;
  for (const Expectation& expectation : scenario.expectations) {
    if (!applies(expectation, scenario)) continue;
    verdicts.push_back(std::visit(ExpectationJudge{records, history}, expectation.what));
    verdicts.back().expectation = &expectation;
  }
  return verdicts;
}

}  // namespace podreel::language
