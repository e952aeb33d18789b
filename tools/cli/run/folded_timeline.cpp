#include "tools/cli/run/folded_timeline.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "engine/trace/narration.hpp"
#include "engine/trace/unexplained.hpp"
#include "tools/text/folded_numbers.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

/// Importance of a record where not all fit.
enum class Rank : std::uint8_t {
  /// Calls and events that come with every start of a container.
  routine,
  other,
  status,
  warning,
  /// Starts and ends of containers, and actions from outside.
  start_or_end,
};

/// Limits for what is shown: numbers of equal records, and the lowest rank.
struct Level {
  /// Records of a pod.
  std::size_t of_pod = all;
  /// Starts and ends of containers of a pod.
  std::size_t of_pod_starts = all;
  /// Records of all pods.
  std::size_t of_all = all;
  Rank min_rank = Rank::routine;
  /// Fewer records are left out without a line that says so.
  std::size_t min_marked = 3;
};

/// From everything to the least.
constexpr std::array levels{
    Level{},
    Level{.of_pod = 2},
    Level{.of_pod = 1},
    Level{.of_pod = 1, .of_pod_starts = 8, .of_all = 1},
    Level{.of_pod = 1, .of_pod_starts = 8, .min_rank = Rank::other},
    Level{.of_pod = 1, .of_pod_starts = 6, .of_all = 1, .min_rank = Rank::other},
    Level{.of_pod = 1, .of_pod_starts = 4, .of_all = 1, .min_rank = Rank::status, .min_marked = 6},
    Level{.of_pod = 1, .of_pod_starts = 2, .of_all = 1, .min_rank = Rank::status, .min_marked = 12},
    Level{.of_pod = 1, .of_pod_starts = 2, .of_all = 1, .min_rank = Rank::warning, .min_marked = 12},
    Level{.of_pod = 1, .of_pod_starts = 1, .of_all = 1, .min_rank = Rank::start_or_end, .min_marked = 12}};

struct CountedRecord {
  /// Numbers of equal records before it, of the same pod and of all pods.
  std::size_t of_pod = 0;
  std::size_t of_all = 0;
  Rank rank = Rank::other;

  [[nodiscard]] bool is_shown(const Level& level) const {
    if (rank < level.min_rank) return false;
    if (rank == Rank::start_or_end) return of_pod < level.of_pod_starts;
    return of_pod < level.of_pod && of_all < level.of_all;
  }
};

Rank rank_of(const trace::Record& record, trace::Mood mood) {
  if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload); call != nullptr && !call->error) {
    if (call->op == "CreateContainer" || call->op == "RunPodSandbox") return Rank::routine;
    if (call->op == "StartContainer" || call->op == "StopContainer") return Rank::start_or_end;
  }
  if (std::holds_alternative<trace::Environment>(record.payload) ||
      std::holds_alternative<trace::Api>(record.payload)) {
    return Rank::start_or_end;
  }
  if (const auto* event = std::get_if<trace::Event>(&record.payload)) {
    if (event->reason == "Created" || event->reason == "Started" || event->reason == "Pulled") return Rank::routine;
  }
  if (mood == trace::Mood::bad || mood == trace::Mood::warning) return Rank::warning;
  return std::holds_alternative<trace::Status>(record.payload) ? Rank::status : Rank::other;
}

std::vector<CountedRecord> count_records(const std::vector<trace::Record>& records) {
  std::map<std::string, std::size_t> of_pods;
  std::map<std::string, std::size_t> of_all;
  std::vector<CountedRecord> counted;
  for (const trace::Record& record : records) {
    const trace::Narration narration = trace::narrate(trace::unexplained(record));
    const std::string key = fold_numbers(fmt::format("{}\n{}\n{}", narration.who, narration.what, narration.why));
    counted.push_back({.of_pod = of_pods[record.pod + '\n' + key]++,
                       .of_all = of_all[key]++,
                       .rank = rank_of(record, narration.mood)});
  }
  return counted;
}

/// Returns the number of lines: one for each shown record, and one for each place where records are left out.
std::size_t line_count(const std::vector<CountedRecord>& records, const Level& level) {
  std::size_t lines = 0;
  std::size_t left_out = 0;
  for (const CountedRecord& record : records) {
    const bool is_shown = record.is_shown(level);
    left_out = is_shown ? 0 : left_out + 1;
    if (is_shown || left_out == level.min_marked) ++lines;
  }
  return lines;
}

void print_left_out(std::ostream& out, std::size_t count, const Level& level) {
  if (count >= level.min_marked) fmt::print(out, "{:>11}  {} left out\n", "…", counted(count, "record"));
}

}  // namespace

void FoldedTimeline::write(const trace::Record& record) {
  if (!trace::narrate(trace::unexplained(record)).is_detail) records_.push_back(record);
}

void FoldedTimeline::print(trace::TextTimeline& timeline, std::ostream& out, std::size_t max_lines) const {
  const std::vector<CountedRecord> records = count_records(records_);
  const auto fits = [&](const Level& level) { return line_count(records, level) < max_lines; };
  const auto found = std::ranges::find_if(levels, fits);
  const Level& level = found == levels.end() ? levels.back() : *found;
  std::size_t left_out = 0;
  std::size_t shown = 0;
  for (std::size_t index = 0; index < records.size(); ++index) {
    if (!records[index].is_shown(level)) {
      ++left_out;
      continue;
    }
    print_left_out(out, left_out, level);
    left_out = 0;
    ++shown;
    timeline.write(records_[index]);
  }
  print_left_out(out, left_out, level);
  if (shown < records.size()) {
    fmt::print(out, "\n{} of {} are shown; the others repeat earlier ones or matter less. --full shows all.\n", shown,
               counted(records.size(), "record"));
  }
}

}  // namespace podreel::cli
