#include "scenarios/checks/judge.hpp"

#include <algorithm>

#include "scenarios/checks/watch.hpp"

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

void add_pods(const Expectation& expectation, std::set<std::string>& pods) {
  std::visit(
      [&pods](const auto& what) {
        if constexpr (requires { what.pod; }) {
          pods.insert(what.pod.pod);
        } else if constexpr (requires { what.choices; }) {
          for (const Choice& choice : what.choices) add_pods(choice.right_if, pods);
        }
      },
      expectation.what);
}

}  // namespace

bool applies(const Expectation& expectation, const Scenario& scenario) {
  return is_of_release(expectation.when, scenario) && has_variables(expectation.when, scenario);
}

Judge::Judge(const Scenario& scenario, sim::Time start) : start_{start} {
  for (const Expectation& expectation : scenario.expectations) {
    if (!applies(expectation, scenario)) continue;
    watched_.push_back({&expectation, watch(expectation, scenario, start)});
    add_pods(expectation, pods_);
  }
}

Judge::~Judge() = default;

trace::Kinds Judge::wanted() const {
  trace::Kinds kinds;
  for (const Watched& watched : watched_) kinds |= watched.watch->wanted();
  return kinds;
}

void Judge::write(const trace::Record& record) {
  ShownRecord shown{record, start_};
  for (const Watched& watched : watched_) watched.watch->see(shown);
}

void Judge::observe(const std::string& pod, const PodVersion& version) {
  for (const Watched& watched : watched_) watched.watch->see(pod, version);
}

bool Judge::watches_pods() const {
  return std::ranges::any_of(watched_, [](const Watched& watched) { return watched.watch->watches_pods(); });
}

void Judge::observe(sim::Time time, const api::PodPtr& pod, bool gone) {
  for (const Watched& watched : watched_) watched.watch->see(time, pod, gone);
}

std::vector<Verdict> Judge::verdicts(sim::Time end) && {
  std::vector<Verdict> verdicts;
  for (const Watched& watched : watched_) {
    verdicts.push_back(watched.watch->verdict(end));
    verdicts.back().expectation = watched.expectation;
  }
  return verdicts;
}

}  // namespace podreel::language
