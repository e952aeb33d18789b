#include "scenarios/language/record_judge.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "scenarios/language/record_json.hpp"

namespace podreel::language {

namespace {

constexpr std::size_t most_shown = 5;

std::string_view kind_of(const trace::Record& record) {
  return std::visit([](const auto& payload) { return std::remove_cvref_t<decltype(payload)>::kind; }, record.payload);
}

std::string count_text(const Count& count) {
  if (count.at_most == count.at_least) return fmt::format("exactly {}", count.at_least);
  if (!count.at_most) return fmt::format("at least {}", count.at_least);
  return fmt::format("{} to {}", count.at_least, *count.at_most);
}

}  // namespace

Verdict RecordJudge::judge(const Records& expected) {
  const auto [begin, end] = range(expected.span);
  Verdict verdict;
  std::vector<std::size_t> found;
  for (std::size_t index = begin; index < end; ++index) {
    if (fits(expected.record, index)) found.push_back(index);
  }
  const Count& count = expected.count;
  verdict.held = found.size() >= count.at_least && (!count.at_most || found.size() <= *count.at_most);
  if (verdict.held) return verdict;
  verdict.seen = fmt::format("found {}, expected {}", found.size(), count_text(count));
  verdict.nearest = found.empty() ? nearest(expected.record, begin, end) : std::move(found);
  if (verdict.nearest.size() > most_shown) verdict.nearest.resize(most_shown);
  return verdict;
}

Verdict RecordJudge::judge(const Order& expected) {
  auto [next, end] = range(expected.span);
  Verdict verdict;
  std::vector<std::size_t> found;
  for (std::size_t place = 0; place < expected.records.size(); ++place) {
    const RecordPattern& pattern = expected.records[place];
    const std::size_t from = next;
    while (next < end && !fits(pattern, next)) ++next;
    if (next < end) {
      found.push_back(next++);
      continue;
    }
    verdict.seen = fmt::format("number {} of {} does not come{}", place + 1, expected.records.size(),
                               place == 0 ? "" : " after those before it");
    verdict.nearest = std::move(found);
    for (const std::size_t index : nearest(pattern, from, end)) verdict.nearest.push_back(index);
    return verdict;
  }
  verdict.held = true;
  return verdict;
}

const nlohmann::json& RecordJudge::shown(std::size_t index) {
  std::optional<nlohmann::json>& known = shown_[index];
  if (!known) known = as_json(history_.records[index], history_.start);
  return *known;
}

bool RecordJudge::fits(const RecordPattern& pattern, std::size_t index) {
  const auto kind = pattern.pattern.find("kind");
  const bool other_kind = kind != pattern.pattern.end() && kind->is_string() &&
                          kind->get_ref<const std::string&>().find_first_of("*?") == std::string::npos &&
                          kind->get_ref<const std::string&>() != kind_of(history_.records[index]);
  return !other_kind && matches(pattern.pattern, shown(index));
}

std::pair<std::size_t, std::size_t> RecordJudge::range(const Span& span) const {
  const auto& records = history_.records;
  const auto begin = std::ranges::lower_bound(records, history_.start + span.from, {}, &trace::Record::time);
  const auto end = span.until ? std::ranges::upper_bound(begin, records.end(), history_.start + *span.until, {},
                                                         &trace::Record::time)
                              : records.end();
  return {static_cast<std::size_t>(begin - records.begin()), static_cast<std::size_t>(end - records.begin())};
}

std::vector<std::size_t> RecordJudge::nearest(const RecordPattern& pattern, std::size_t begin, std::size_t end) {
  struct Candidate {
    std::size_t differences;
    std::size_t index;
  };
  std::vector<Candidate> candidates;
  const std::size_t parts = pattern.pattern.size();
  for (std::size_t index = begin; index < end; ++index) {
    if (pattern.pattern.value("kind", "") != kind_of(history_.records[index])) continue;
    const std::size_t count = differences(pattern.pattern, shown(index)).size();
    // The kind alone in common is no nearness.
    if (parts > 2 && count + 1 >= parts) continue;
    candidates.push_back({count, index});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::differences);
  std::vector<std::size_t> indices;
  for (const Candidate& candidate : candidates) {
    if (indices.size() < most_shown) indices.push_back(candidate.index);
  }
  std::ranges::sort(indices);
  return indices;
}

}  // namespace podreel::language
