#include "tools/timeline/difference_causes.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "tools/text/folded_numbers.hpp"

namespace podreel::cli {

namespace {

release::Behaviour behaviour_of(const format::Scenario& scenario) {
  const format::KubeletSettings& kubelet = scenario.node.kubelet;
  return with_overrides(release::behaviour_of(kubelet.version, kubelet.feature_gates), kubelet.overrides);
}

/// Returns a row about the capability for one of the releases.
const release::BehaviourRow* row_about(const release::BehaviourRow& any, release::Release holder) {
  const release::BehaviourRow* row = release::row_of(any.capability, holder);
  return row != nullptr ? row : &any;
}

/// Texts and fields of a replay with an inverted behaviour.
class ShownWording {
 public:
  explicit ShownWording(const ComparableTimelineSink& timeline) {
    for (const TimelineLine& line : timeline.lines()) {
      texts_.emplace(line.who, line.what, fold_numbers(line.words));
      if (!lists_.emplace(line.who, line.fields).second) continue;
      for (const std::string& field : timeline.field_lists()[line.fields]) fields_.emplace(line.who, field);
    }
  }

  [[nodiscard]] bool has_text(const TimelineLine& line) const {
    return texts_.contains({line.who, line.what, fold_numbers(line.words)});
  }
  [[nodiscard]] bool has_field(const FieldGroup& group) const { return fields_.contains({group.who, group.field}); }

 private:
  std::set<std::tuple<std::string, std::string, std::string>> texts_;
  std::set<std::pair<std::string, std::size_t>> lists_;
  std::set<std::pair<std::string, std::string>> fields_;
};

bool is_within(sim::Duration time, const SeedRange::Times& range) {
  return time + noticeable_difference > range.min && time < range.max + noticeable_difference;
}

/// Returns whether the series of a replay is one of those in the range, as far as the group's difference is concerned.
bool resembles(const SeriesTimes& replayed, const DifferenceGroup& group, const SeedRange& range) {
  const auto entry = replayed.find(group.series);
  const std::size_t count = entry == replayed.end() ? 0 : entry->second.size();
  const SeedRange::Counts counts = range.counts(group.series);
  if (group.is_counted && (count < counts.min || count > counts.max)) return false;
  const SeedRange::Times times = range.times(group.series, group.index);
  if (count <= group.index || times.samples == 0) return count <= group.index && counts.min <= group.index;
  return is_within(entry->second[group.index], times);
}

bool is_same_series(const SeriesTimes& one, const SeriesTimes& other, const SeriesName& series) {
  const auto here = one.find(series);
  const auto there = other.find(series);
  if (here == one.end() || there == other.end()) return (here == one.end()) == (there == other.end());
  return std::ranges::equal(here->second, there->second, [](sim::Duration left, sim::Duration right) {
    return std::chrono::abs(left - right) < noticeable_difference;
  });
}

/// Inverts behaviours of one run, and looks for the records of the other one.
class CauseSearch {
 public:
  CauseSearch(const ComparedSide& inverted, const ComparedSide& other, bool is_left,
              const std::vector<DifferenceGroup>& groups, const WordingDifferences& wording)
      : inverted_{inverted},
        other_{other},
        is_left_{is_left},
        groups_{groups},
        wording_{wording},
        shown_{series_times(inverted.timeline.lines())} {
    causes_.groups.resize(groups.size());
    causes_.wordings.resize(wording.wordings.size());
    causes_.fields.resize(wording.fields.size());
  }

  DifferenceCauses run(const std::vector<SwitchedBehaviour>& switched, LineBudget& budget) && {
    for (const SwitchedBehaviour& behaviour : switched) {
      format::Scenario scenario = inverted_.scenario;
      scenario.node.kubelet.overrides.push_back(behaviour.row->capability);
      const auto timeline = replay_within(scenario, scenario.duration, budget);
      if (!timeline && budget.left() == 0) ++causes_.untried;
      if (!timeline) continue;
      try_groups(behaviour, series_times(timeline->lines()));
      try_wording(behaviour, ShownWording{*timeline});
    }
    return std::move(causes_);
  }

 private:
  void try_groups(const SwitchedBehaviour& behaviour, const SeriesTimes& series) {
    for (std::size_t index = 0; index < groups_.size(); ++index) {
      const DifferenceGroup& group = groups_[index];
      if (is_same_series(series, shown_, group.series)) continue;
      GroupCauses& causes = causes_.groups[index];
      (resembles(series, group, other_.range) ? causes.deciding : causes.contributing).push_back(behaviour);
    }
  }

  void try_wording(const SwitchedBehaviour& behaviour, const ShownWording& shown) {
    for (std::size_t index = 0; index < wording_.wordings.size(); ++index) {
      const WordingGroup& group = wording_.wordings[index];
      const TimelineLine& own = is_left_ ? *group.left : *group.right;
      const TimelineLine& others = is_left_ ? *group.right : *group.left;
      if (shown.has_text(others) && !shown.has_text(own)) causes_.wordings[index].deciding.push_back(behaviour);
    }
    for (std::size_t index = 0; index < wording_.fields.size(); ++index) {
      const FieldGroup& group = wording_.fields[index];
      const bool was_there = group.is_of_left == is_left_;
      if (shown.has_field(group) != was_there) causes_.fields[index].deciding.push_back(behaviour);
    }
  }

  const ComparedSide& inverted_;
  const ComparedSide& other_;
  bool is_left_;
  const std::vector<DifferenceGroup>& groups_;
  const WordingDifferences& wording_;
  SeriesTimes shown_;
  DifferenceCauses causes_;
};

bool are_known(const std::vector<GroupCauses>& causes) {
  return std::ranges::none_of(causes, [](const GroupCauses& each) { return each.deciding.empty(); });
}

/// Adds the causes of groups that have none.
void complete(std::vector<GroupCauses>& causes, std::vector<GroupCauses> more) {
  for (std::size_t index = 0; index < causes.size(); ++index) {
    if (causes[index].deciding.empty()) causes[index].deciding = std::move(more[index].deciding);
    if (causes[index].contributing.empty()) causes[index].contributing = std::move(more[index].contributing);
  }
}

}  // namespace

std::vector<SwitchedBehaviour> switched_behaviours(const format::Scenario& left, const format::Scenario& right) {
  const release::Behaviour before = behaviour_of(left);
  const release::Behaviour after = behaviour_of(right);
  std::vector<SwitchedBehaviour> switched;
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    const bool is_of_left = before.has(row.capability);
    if (is_of_left == after.has(row.capability)) continue;
    const auto is_same = [&row](const SwitchedBehaviour& other) { return other.row->capability == row.capability; };
    if (std::ranges::any_of(switched, is_same)) continue;
    const release::Release holder = (is_of_left ? left : right).node.kubelet.version;
    switched.push_back({row_about(row, holder), is_of_left});
  }
  return switched;
}

DifferenceCauses find_causes(const ComparedSide& left, const ComparedSide& right,
                             const std::vector<DifferenceGroup>& groups, const WordingDifferences& wording,
                             LineBudget& budget) {
  const std::vector<SwitchedBehaviour> switched = switched_behaviours(left.scenario, right.scenario);
  DifferenceCauses causes = CauseSearch{right, left, false, groups, wording}.run(switched, budget);
  if (are_known(causes.groups) && are_known(causes.wordings) && are_known(causes.fields)) return causes;
  DifferenceCauses more = CauseSearch{left, right, true, groups, wording}.run(switched, budget);
  complete(causes.groups, std::move(more.groups));
  complete(causes.wordings, std::move(more.wordings));
  complete(causes.fields, std::move(more.fields));
  causes.untried = std::max(causes.untried, more.untried);
  return causes;
}

}  // namespace podreel::cli
