#include "tools/cli/test/policy_test.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <utility>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/parallel/thread_pool.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "scenarios/simulation/policy_comparison.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/arguments/replay_command.hpp"
#include "tools/cli/arguments/run_lists.hpp"
#include "tools/cli/regression/policy_regressions.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shell_word.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/timeline/timeline_diff.hpp"

namespace podreel::cli {

namespace {

using simulation::PolicyDivergence;
using simulation::PolicyPair;

/// One run with one of the policies.
struct PolicyRun {
  std::vector<TimelineLine> lines;
  std::size_t failed = 0;
};

format::Scenario under(format::Scenario scenario, const decide::PolicySettings& policy) {
  decide::PolicySettings& own = scenario.node.kubelet.identity_policy;
  own = decide::replaced_policy(own, policy);
  return scenario;
}

PolicyRun run_of(const format::Scenario& scenario) {
  simulation::ReplayOptions options;
  ComparableTimelineSink timeline{simulation::start_time(scenario, options)};
  options.sinks = {&timeline};
  const simulation::CheckedRun run = simulation::run_and_check(scenario, std::move(options));
  const auto failed = std::ranges::count_if(run.verdicts, [](const auto& verdict) { return !verdict.held; });
  return {timeline.lines(), static_cast<std::size_t>(failed)};
}

bool is_same(const PolicyRun& left, const PolicyRun& right) {
  return std::ranges::equal(left.lines, right.lines, [](const TimelineLine& one, const TimelineLine& other) {
    return one == other && one.at == other.at;
  });
}

std::string text_of(const TimelineLine* line) {
  if (line == nullptr) return {};
  const std::string text = fmt::format("{}  {}  {}", line->pod, line->who, line->what);
  return line->why.empty() ? text : fmt::format("{}  {}", text, line->why);
}

std::string time_of(const TimelineLine& line) {
  return fmt::format("at {:.3f}s", format::in_seconds(line.at));
}

/// Describes the first difference of the timelines.
void describe(PolicyDifference& difference, const PolicyRun& left, const PolicyRun& right) {
  const std::vector<DiffRow> rows = align(left.lines, right.lines);
  if (const auto row = first_divergence(rows)) {
    const DiffRow& first = rows[*row];
    difference.where = time_of(first.left != nullptr ? *first.left : *first.right);
    difference.with_policy = text_of(first.left);
    difference.with_against = text_of(first.right);
    return;
  }
  const auto [one, other] = std::ranges::mismatch(left.lines, right.lines, {}, &TimelineLine::at, &TimelineLine::at);
  difference.where = time_of(*one);
  difference.with_policy = fmt::format("{}  {}", text_of(&*one), time_of(*one));
  difference.with_against = fmt::format("{}  {}", text_of(&*other), time_of(*other));
}

/// Returns the first answer of the policies that differs, in words; empty if no answer differs in a run of the first.
std::string cause_of(const format::Scenario& left, const format::Scenario& right, const PolicyRegressions& results) {
  const PolicyPair pair{left.node.kubelet.identity_policy, right.node.kubelet.identity_policy};
  simulation::PolicyComparison comparison{pair};
  simulation::ReplayOptions options;
  options.policies = comparison.policies();
  static_cast<void>(simulation::replay(left, options));
  if (comparison.divergences().empty()) return {};
  const PolicyDivergence& first = comparison.divergences().front();
  return fmt::format("{}: replaced with {}, kept with {}", first.rule,
                     first.first_replaces ? results.policy : results.against,
                     first.first_replaces ? results.against : results.policy);
}

/// Names the first difference where the answers of the policies do not explain it.
std::string cause_by_lines(const PolicyDifference& difference) {
  return difference.with_policy.empty() || difference.with_against.empty()
             ? "a record that one of the timelines does not have"
             : "the timelines differ, but no answer of the policies does";
}

std::optional<PolicyDifference> difference_of(const format::Scenario& scenario, const PolicyPair& pair,
                                              const PolicyRegressions& results) {
  const format::Scenario with_first = under(scenario, pair.first);
  const format::Scenario with_second = under(scenario, pair.second);
  const PolicyRun left = run_of(with_first);
  const PolicyRun right = run_of(with_second);
  if (is_same(left, right)) return std::nullopt;
  PolicyDifference difference{.cause = cause_of(with_first, with_second, results)};
  describe(difference, left, right);
  if (difference.cause.empty()) difference.cause = cause_by_lines(difference);
  if (left.failed != right.failed) {
    difference.notes.push_back(fmt::format("{} with {}, {} with {}", counted(left.failed, "failed expectation"),
                                           results.policy, counted(right.failed, "failed expectation"),
                                           results.against));
  }
  return difference;
}

/// The runs of a command line: every scenario with every seed.
class PolicyTest {
 public:
  PolicyTest(const TestOptions& options, std::vector<format::Scenario> scenarios)
      : options_{options},
        scenarios_{std::move(scenarios)},
        seeds_{options.seeds.empty() ? std::vector<std::uint64_t>{} : seeds_in(options.seeds)},
        against_{policy_of("--against-policy", options.regression.against_policy)} {
    if (!options.run.policy.empty()) policy_ = policy_of("--policy", options.run.policy);
    if (policy_ == against_) {
      throw BadInput{fmt::format("--against-policy: found {}, which is also the policy of --policy",
                                 shown(options.regression.against_policy))};
    }
    results_.policy = options.run.policy.empty() ? "the scenario's policy" : options.run.policy;
    results_.against = options.regression.against_policy;
    results_.thing = "run";
    results_.compared = scenarios_.size() * std::max<std::size_t>(seeds_.size(), 1);
  }

  PolicyRegressions run(Context& context) && {
    results_.items.resize(results_.compared);
    Progress progress{context.diagnostics, context.diagnostics_terminal, "runs", results_.compared,
                      Progress::Of::things};
    std::mutex mutex;
    std::size_t done = 0;
    parallel::ThreadPool pool{jobs_of(options_.jobs, context)};
    pool.for_each(results_.items.size(), [&](std::size_t /*thread*/, std::size_t place) {
      results_.items[place] = item(place);
      const std::lock_guard lock{mutex};
      progress.at(++done);
    });
    return std::move(results_);
  }

 private:
  [[nodiscard]] ComparedItem item(std::size_t place) const {
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t seeds = std::max<std::size_t>(seeds_.size(), 1);
    format::Scenario scenario = scenarios_[place / seeds];
    ComparedItem compared{.name = format::title(scenario), .file = scenario.file};
    std::optional<std::uint64_t> seed;
    if (!seeds_.empty()) {
      seed = seeds_[place % seeds];
      scenario.seed = *seed;
      compared.name += fmt::format(" [seed={}]", *seed);
    }
    const PolicyPair pair{policy_.value_or(scenario.node.kubelet.identity_policy), against_};
    compared.difference = difference_of(scenario, pair, results_);
    if (compared.difference) {
      compared.difference->command = replay_command(scenario, options_.run, seed, "diff") + " --against-policy " +
                                     shell_word(options_.regression.against_policy);
    }
    compared.took = std::chrono::steady_clock::now() - begin;
    return compared;
  }

  const TestOptions& options_;
  std::vector<format::Scenario> scenarios_;
  std::vector<std::uint64_t> seeds_;
  /// No value: that of each scenario.
  std::optional<decide::PolicySettings> policy_;
  decide::PolicySettings against_;
  PolicyRegressions results_;
};

}  // namespace

ExitCode test_policies(const TestOptions& options, std::vector<format::Scenario> scenarios, Context& context) {
  std::optional<OutputFile> junit;
  if (!options.junit.empty()) junit.emplace(options.junit);
  PolicyRegressions results = PolicyTest{options, std::move(scenarios)}.run(context);
  const ExitCode code = report_regressions(results, options.regression, options.format, options.strict, context);
  if (junit) {
    print_junit(junit->stream(), results);
    junit->commit();
  }
  return code;
}

}  // namespace podreel::cli
