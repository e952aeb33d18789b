#include "tools/timeline/run_comparison.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace podreel::cli {

namespace {

constexpr std::size_t max_seeds = 8;
/// Fewer seeds do not show the jitter.
constexpr std::size_t min_seeds = 4;

/// Returns whether the runs differ by nothing but their seeds and choices.
bool differ_by_seed(const format::Scenario& left, const format::Scenario& right) {
  return left.file == right.file && left.name == right.name && left.variant == right.variant &&
         left.node.kubelet == right.node.kubelet && left.timing == right.timing;
}

/// Returns the number of seeds for which half of the budget is enough.
std::size_t affordable_seeds(const ComparedRun& left, const ComparedRun& right, const LineBudget& budget) {
  const std::size_t pair = replay_cost(left.scenario, left.timeline) + replay_cost(right.scenario, right.timeline);
  return std::min(max_seeds, budget.left() / 2 / pair);
}

/// Returns the series of the run and of runs with other seeds; no value if they take too long.
std::optional<SeedRange> range_of(const ComparedRun& run, std::size_t seeds, LineBudget& budget) {
  std::vector<SeriesTimes> samples{series_times(run.timeline.lines())};
  format::Scenario scenario = run.scenario;
  for (std::uint64_t seed = 1; samples.size() < seeds; ++seed) {
    if (seed == run.scenario.seed) continue;
    scenario.seed = seed;
    std::optional<SeriesTimes> sample = replay_series_within(scenario, budget);
    if (!sample) return std::nullopt;
    samples.push_back(*std::move(sample));
  }
  return SeedRange{std::move(samples)};
}

std::size_t rows_outside(const std::vector<DiffRow>& rows, const std::vector<DifferenceGroup>& groups) {
  std::set<SeriesName> grouped;
  const auto without_pod = [](SeriesName name) {
    name.pod.clear();
    return name;
  };
  for (const DifferenceGroup& group : groups) grouped.insert(without_pod(group.series));
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const DiffRow& row) {
    return !row.is_same() && !grouped.contains(without_pod(series_of(row.left != nullptr ? *row.left : *row.right)));
  }));
}

void compare_with_seeds(RunComparison& comparison, const ComparedRun& left, const ComparedRun& right, std::size_t seeds,
                        LineBudget& budget) {
  const std::optional<SeedRange> left_range = range_of(left, seeds, budget);
  const std::optional<SeedRange> right_range = left_range ? range_of(right, seeds, budget) : std::nullopt;
  if (!right_range) return;
  comparison.seeds = seeds;
  comparison.groups = group_differences(left.timeline.lines(), right.timeline.lines(), *left_range, *right_range);
  comparison.jitter_rows = rows_outside(comparison.rows, comparison.groups);
  comparison.causes =
      find_causes({left.scenario, left.timeline, *left_range}, {right.scenario, right.timeline, *right_range},
                  comparison.groups, comparison.wording, budget);
}

/// Returns the first sync of a pod on one side, from a row on; null if there is none.
const ComparableTimelineSink::Sync* sync_from(const RunComparison& comparison, std::size_t row, const std::string& pod,
                                              bool of_left) {
  const ComparableTimelineSink& timeline = of_left ? *comparison.left : *comparison.right;
  for (; row < comparison.rows.size(); ++row) {
    const TimelineLine* line = of_left ? comparison.rows[row].left : comparison.rows[row].right;
    if (line == nullptr || line->pod != pod || line->sync >= timeline.syncs().size()) continue;
    return &timeline.syncs()[line->sync];
  }
  return nullptr;
}

}  // namespace

DiffRow RunComparison::first() const {
  if (!groups.empty() && seeds > 1) return {groups.front().left, groups.front().right};
  const auto row = first_divergence(rows);
  return row ? rows[*row] : DiffRow{};
}

std::vector<std::string> RunComparison::reasons(bool of_left) const {
  const DiffRow difference = first();
  const TimelineLine* line = difference.left != nullptr ? difference.left : difference.right;
  if (line == nullptr) return {};
  const auto has_line = [&](const DiffRow& row) {
    return (difference.left != nullptr && row.left == difference.left) ||
           (difference.right != nullptr && row.right == difference.right);
  };
  const auto row = static_cast<std::size_t>(std::ranges::find_if(rows, has_line) - rows.begin());
  const ComparableTimelineSink::Sync* here = sync_from(*this, row, line->pod, of_left);
  const ComparableTimelineSink::Sync* there = sync_from(*this, row, line->pod, !of_left);
  std::vector<std::string> reasons;
  if (here == nullptr) return reasons;
  using Reason = ComparableTimelineSink::Reason;
  for (const Reason& reason : here->reasons) {
    const bool both =
        there != nullptr && std::ranges::find(there->reasons, reason.essence, &Reason::essence) != there->reasons.end();
    if (!both) reasons.push_back(reason.sentence);
  }
  return reasons;
}

RunComparison compare_runs(const ComparedRun& left, const ComparedRun& right, std::size_t lines) {
  RunComparison comparison{.left = &left.timeline, .right = &right.timeline};
  comparison.rows = align(left.timeline.lines(), right.timeline.lines());
  comparison.wording = group_wording(comparison.rows, left.timeline, right.timeline);
  LineBudget budget{lines};
  const std::size_t seeds = affordable_seeds(left, right, budget);
  const bool needs_seeds = !differ_by_seed(left.scenario, right.scenario);
  if (needs_seeds && seeds >= min_seeds) compare_with_seeds(comparison, left, right, seeds, budget);
  if (comparison.seeds == 1) {
    comparison.is_limited = needs_seeds;
    comparison.groups = group_rows(comparison.rows, left.timeline.lines(), right.timeline.lines());
  }
  comparison.causes.groups.resize(comparison.groups.size());
  comparison.causes.wordings.resize(comparison.wording.wordings.size());
  comparison.causes.fields.resize(comparison.wording.fields.size());
  return comparison;
}

}  // namespace podreel::cli
