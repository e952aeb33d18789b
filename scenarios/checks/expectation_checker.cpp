#include "scenarios/checks/expectation_checker.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/invariant.hpp"
#include "engine/trace/json_tree.hpp"
#include "scenarios/checks/watch.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::format {

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

std::string difference_lines(const Difference& difference) {
  const std::string_view path = difference.path.empty() ? std::string_view{"pod"} : difference.path;
  return fmt::format("    {}\n      expected  {}\n      seen      {}\n", path, difference.expected, difference.seen);
}

/// Returns "  12.34s  event  {"reason":"Started"}"; fields that the line shows elsewhere are left out.
std::string record_line(const trace::Record& record, sim::Time start) {
  nlohmann::json fields = trace::json_of(record, start);
  const std::string kind = fields.value("kind", "");
  const std::string pod = fields.value("pod", "");
  for (const char* redundant : {"kind", "pod", "t"}) fields.erase(redundant);
  std::string text;
  for (const auto& [name, value] : fields.items()) {
    text += fmt::format("  {}={}", name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return fmt::format("    {:>12}  {:<10}  {}{}\n", time_text(record.time, start), kind, pod, text);
}

}  // namespace

bool applies(const Expectation& expectation, const Scenario& scenario) {
  return is_of_release(expectation.when, scenario) && has_variables(expectation.when, scenario);
}

ExpectationChecker::ExpectationChecker(const Scenario& scenario, sim::Time start) : start_{start} {
  for (const Expectation& expectation : scenario.expectations) {
    if (!applies(expectation, scenario)) continue;
    watched_.push_back({&expectation, watch(expectation, scenario, start)});
    add_pods(expectation, pods_);
  }
}

ExpectationChecker::~ExpectationChecker() = default;

trace::Kinds ExpectationChecker::wanted() const {
  trace::Kinds kinds;
  for (const Watched& watched : watched_) kinds |= watched.watch->wanted();
  return kinds;
}

void ExpectationChecker::write(const trace::Record& record) {
  ShownRecord shown{record, start_};
  for (const Watched& watched : watched_) watched.watch->see(shown);
}

void ExpectationChecker::observe(const std::string& pod, const PodVersion& version) {
  for (const Watched& watched : watched_) watched.watch->see(pod, version);
}

bool ExpectationChecker::watches_pods() const {
  return std::ranges::any_of(watched_, [](const Watched& watched) { return watched.watch->watches_pods(); });
}

void ExpectationChecker::observe(sim::Time time, const api::PodPtr& pod, bool gone) {
  for (const Watched& watched : watched_) watched.watch->see(time, pod, gone);
}

std::vector<Verdict> ExpectationChecker::verdicts(sim::Time end) && {
  PODREEL_INVARIANT(end >= start_, "a run ends after it begins");
  std::vector<Verdict> verdicts;
  for (const Watched& watched : watched_) {
    verdicts.push_back(watched.watch->verdict(end));
    verdicts.back().expectation = watched.expectation;
    if (verdicts.back().held) verdicts.back().shown_at = std::min(verdicts.back().shown_at.value_or(end), end);
    PODREEL_INVARIANT(verdicts.back().held == verdicts.back().seen.empty(),
                      "a verdict has a description exactly if the expectation does not hold");
  }
  return verdicts;
}

std::string time_text(sim::Time time, sim::Time start) {
  return duration_text(std::chrono::floor<std::chrono::milliseconds>(time - start));
}

std::string render_verdict(const Verdict& verdict, const Scenario& scenario, sim::Time start) {
  const Expectation& expectation = *verdict.expectation;
  std::string text =
      fmt::format("{}:{}:{}: {}\n", scenario.file, expectation.mark.line, expectation.mark.column, expectation.text);
  if (!expectation.because.empty()) text += fmt::format("  because {}\n", expectation.because);
  text += fmt::format("  {}{}\n", verdict.seen, verdict.differences.empty() ? "" : ":");
  for (const Difference& difference : verdict.differences) text += difference_lines(difference);
  if (!verdict.nearest.empty()) text += "  closest records:\n";
  for (const trace::Record& record : verdict.nearest) text += record_line(record, start);
  return text;
}

}  // namespace podreel::format
