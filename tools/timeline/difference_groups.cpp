#include "tools/timeline/difference_groups.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::cli {

namespace {

using Lines = std::vector<TimelineLine>;

const std::vector<std::size_t>& indices_in(const SeriesLines& series, const SeriesName& name) {
  static const std::vector<std::size_t> none;
  const auto entry = series.find(name);
  return entry == series.end() ? none : entry->second;
}

bool are_apart(const SeedRange::Counts& one, const SeedRange::Counts& other) {
  return one.max < other.min || other.max < one.min;
}

bool are_apart(const SeedRange::Times& one, const SeedRange::Times& other) {
  if (one.samples == 0 || other.samples == 0) return false;
  return one.max + noticeable_difference <= other.min || other.max + noticeable_difference <= one.min;
}

/// The shown runs of a comparison, and the ranges of other seeds.
class Comparing {
 public:
  Comparing(const Lines& left, const Lines& right, const SeedRange& left_range, const SeedRange& right_range)
      : left_{left},
        right_{right},
        left_range_{left_range},
        right_range_{right_range},
        left_series_{series_lines(left)},
        right_series_{series_lines(right)} {}

  std::vector<DifferenceGroup> run() const {
    std::set<SeriesName> names;
    for (const SeriesLines* series : {&left_series_, &right_series_}) {
      for (const auto& [name, lines] : *series) names.insert(name);
    }
    std::vector<DifferenceGroup> groups;
    for (const SeriesName& name : names) add(groups, name);
    return groups;
  }

 private:
  void add(std::vector<DifferenceGroup>& groups, const SeriesName& name) const {
    const std::vector<std::size_t>& here = indices_in(left_series_, name);
    const std::vector<std::size_t>& there = indices_in(right_series_, name);
    DifferenceGroup group{.series = name, .left_count = here.size(), .right_count = there.size()};
    const std::size_t common = std::min(here.size(), there.size());
    std::size_t first = common;
    for (std::size_t index = 0; index < common; ++index) {
      if (!are_apart(left_range_.times(name, index), right_range_.times(name, index))) continue;
      first = std::min(first, index);
      ++group.moved;
    }
    group.is_counted = here.size() != there.size() && are_apart(left_range_.counts(name), right_range_.counts(name));
    if (group.moved == 0 && !group.is_counted) return;
    group.index = first;
    if (first < here.size()) group.left = &left_[here[first]];
    if (first < there.size()) group.right = &right_[there[first]];
    groups.push_back(std::move(group));
  }

  const Lines& left_;
  const Lines& right_;
  const SeedRange& left_range_;
  const SeedRange& right_range_;
  SeriesLines left_series_;
  SeriesLines right_series_;
};

/// Makes one group of the same difference of several pods; the earliest represents it.
std::vector<DifferenceGroup> merge_pods(std::vector<DifferenceGroup> groups) {
  std::ranges::stable_sort(groups, std::ranges::less{}, &DifferenceGroup::at);
  std::vector<DifferenceGroup> merged;
  std::map<std::tuple<std::string, std::string, std::string, bool>, std::size_t> places;
  for (DifferenceGroup& group : groups) {
    const SeriesName& name = group.series;
    const auto [entry, is_new] = places.try_emplace({name.who, name.what, name.why, group.is_counted}, merged.size());
    if (is_new) {
      merged.push_back(std::move(group));
    } else {
      ++merged[entry->second].pods;
    }
  }
  return merged;
}

}  // namespace

sim::Duration DifferenceGroup::at() const {
  PODREEL_INVARIANT(left != nullptr || right != nullptr, "a difference has a line");
  if (left == nullptr || right == nullptr) return (left != nullptr ? left : right)->at;
  return std::min(left->at, right->at);
}

SeedRange::Counts SeedRange::counts(const SeriesName& series) const {
  Counts range{std::numeric_limits<std::size_t>::max(), 0};
  for (const SeriesTimes& sample : samples_) {
    const auto entry = sample.find(series);
    const std::size_t count = entry == sample.end() ? 0 : entry->second.size();
    range = {std::min(range.min, count), std::max(range.max, count)};
  }
  return range;
}

SeedRange::Times SeedRange::times(const SeriesName& series, std::size_t index) const {
  Times range;
  for (const SeriesTimes& sample : samples_) {
    const auto entry = sample.find(series);
    if (entry == sample.end() || entry->second.size() <= index) continue;
    const sim::Duration at = entry->second[index];
    range.min = range.samples == 0 ? at : std::min(range.min, at);
    range.max = range.samples == 0 ? at : std::max(range.max, at);
    ++range.samples;
  }
  return range;
}

std::vector<DifferenceGroup> group_differences(const Lines& left, const Lines& right, const SeedRange& left_range,
                                               const SeedRange& right_range) {
  return merge_pods(Comparing{left, right, left_range, right_range}.run());
}

std::vector<DifferenceGroup> group_rows(const std::vector<DiffRow>& rows, const Lines& left, const Lines& right) {
  const SeriesLines left_series = series_lines(left);
  const SeriesLines right_series = series_lines(right);
  std::map<SeriesName, std::size_t> places;
  std::vector<DifferenceGroup> groups;
  for (const DiffRow& row : rows) {
    if (row.is_same()) continue;
    SeriesName name = series_of(row.left != nullptr ? *row.left : *row.right);
    const auto [entry, is_new] = places.try_emplace(name, groups.size());
    if (is_new) {
      DifferenceGroup group{.series = std::move(name)};
      group.left_count = indices_in(left_series, group.series).size();
      group.right_count = indices_in(right_series, group.series).size();
      group.is_counted = group.left_count != group.right_count;
      groups.push_back(std::move(group));
    }
    DifferenceGroup& group = groups[entry->second];
    ++group.moved;
    if (row.left != nullptr && group.left == nullptr) group.left = row.left;
    if (row.right != nullptr && group.right == nullptr) group.right = row.right;
  }
  return groups;
}

}  // namespace podreel::cli
