#include "tools/timeline/wording_groups.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "tools/text/folded_numbers.hpp"

namespace podreel::cli {

namespace {

using Names = std::vector<std::string>;

/// Collects groups in the order of their first pairs.
class Grouping {
 public:
  Grouping(const ComparableTimelineSink& left, const ComparableTimelineSink& right) : left_{left}, right_{right} {}

  void add(const TimelineLine& left, const TimelineLine& right) {
    if (left.words != right.words) add_words(left, right);
    add_fields(left, right);
  }

  WordingDifferences take() && { return std::move(found_); }

 private:
  void add_words(const TimelineLine& left, const TimelineLine& right) {
    if (fold_numbers(left.words) == fold_numbers(right.words)) {
      ++found_.renumbered;
      return;
    }
    const auto [entry, is_new] = words_.try_emplace({left.who, left.what}, found_.wordings.size());
    if (is_new) found_.wordings.push_back({&left, &right, 0});
    ++found_.wordings[entry->second].count;
  }

  void add_fields(const TimelineLine& left, const TimelineLine& right) {
    const auto [entry, is_new] = lists_.try_emplace({left.fields, right.fields});
    if (is_new) entry->second = only_in_one(left_.field_lists()[left.fields], right_.field_lists()[right.fields]);
    for (const auto& [field, is_of_left] : entry->second) add_field(left.who, field, is_of_left);
  }

  static std::vector<std::pair<std::string, bool>> only_in_one(const Names& left, const Names& right) {
    std::vector<std::pair<std::string, bool>> fields;
    for (const bool is_of_left : {true, false}) {
      const Names& here = is_of_left ? left : right;
      const Names& there = is_of_left ? right : left;
      Names names;
      std::ranges::set_difference(here, there, std::back_inserter(names));
      for (std::string& name : names) fields.emplace_back(std::move(name), is_of_left);
    }
    return fields;
  }

  void add_field(const std::string& who, const std::string& field, bool is_of_left) {
    const auto [entry, is_new] = fields_.try_emplace({{who, field}, is_of_left}, found_.fields.size());
    if (is_new) found_.fields.push_back({who, field, is_of_left, 0});
    ++found_.fields[entry->second].count;
  }

  const ComparableTimelineSink& left_;
  const ComparableTimelineSink& right_;
  WordingDifferences found_;
  std::map<std::pair<std::string, std::string>, std::size_t> words_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::pair<std::string, bool>>> lists_;
  std::map<std::pair<std::pair<std::string, std::string>, bool>, std::size_t> fields_;
};

}  // namespace

WordingDifferences group_wording(const std::vector<DiffRow>& rows, const ComparableTimelineSink& left,
                                 const ComparableTimelineSink& right) {
  Grouping grouping{left, right};
  for (const DiffRow& row : rows) {
    if (row.is_same()) grouping.add(*row.left, *row.right);
  }
  return std::move(grouping).take();
}

}  // namespace podreel::cli
