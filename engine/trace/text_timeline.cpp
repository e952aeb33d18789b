#include "engine/trace/text_timeline.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>
#include <variant>

#include "engine/api/printable.hpp"
#include "engine/trace/instant_text.hpp"

namespace podreel::trace {

namespace {

constexpr std::size_t widest_column = 40;
/// Names that controllers make: a namespace, and 63 characters.
constexpr std::size_t widest_pod_column = 90;
constexpr std::size_t time_width = 11;
constexpr std::size_t gap = 2;
/// Explanations are not wrapped to less, however narrow the terminal is.
constexpr std::size_t min_reason_width = 27;

std::string_view colour_of(Mood mood) {
  switch (mood) {
    case Mood::bad:
      return "\x1b[31m";
    case Mood::warning:
      return "\x1b[33m";
    case Mood::good:
      return "\x1b[32m";
    case Mood::outside:
      return "\x1b[36m";
    case Mood::quiet:
      return "\x1b[2m";
    case Mood::plain:
      break;
  }
  return {};
}

void widen(std::size_t& width, std::size_t cell, std::size_t widest = widest_column) {
  width = std::max(width, std::min(cell, widest));
}

Narration printable(Narration narration) {
  for (std::string* text : {&narration.who, &narration.what, &narration.why}) api::make_printable_line(*text);
  narration.reasons = api::printable_lines(std::move(narration.reasons));
  return narration;
}

}  // namespace

TextTimeline::TextTimeline(std::ostream& out, sim::Time start, TextTimelineOptions options)
    : out_{out}, start_{start}, options_{options} {
  widen(pod_width_, options.max_pod_width, widest_pod_column);
}

void TextTimeline::write(const Record& record) {
  if (options_.folds && hold_back(record)) return;
  show(record);
}

void TextTimeline::flush() {
  for (auto& [pod, repeats] : repeats_) release(pod, repeats);
}

/// Returns whether `record` is a sync that repeats the last one shown, or an event that may be part of one.
bool TextTimeline::hold_back(const Record& record) {
  if (!options_.details && narrate(record).is_detail) return false;
  Repeats& repeats = repeats_[record.pod];
  const auto* event = std::get_if<Event>(&record.payload);
  if (event != nullptr && event->reason == "BackOff" && !repeats.outcome.empty()) {
    repeats.held.push_back(record);
    return true;
  }
  const auto* sync = std::get_if<Sync>(&record.payload);
  if (sync == nullptr || sync->explanation == nullptr) {
    release(record.pod, repeats);
    return false;
  }
  SyncOutcomeText outcome = outcome_of(*sync->explanation);
  const bool repeats_last = outcome.is_timed && !outcome.lines.empty() && outcome.lines == repeats.outcome;
  if (!repeats_last) {
    release(record.pod, repeats);
    repeats.outcome = std::move(outcome.lines);
    return false;
  }
  if (repeats.count++ == 0) repeats.first = record.time;
  repeats.last = record.time;
  repeats.have_failed = sync->error.has_value();
  repeats.are_in_back_off = outcome.is_in_back_off;
  repeats.held.push_back(record);
  // All of these are part of the one line.
  if (repeats.count > 1) repeats.held.clear();
  return true;
}

void TextTimeline::release(const std::string& pod, Repeats& repeats) {
  if (repeats.count > 1) show_repeats(pod, repeats);
  const auto is_folded = [&](const Record& record) { return repeats.count > 1 && record.time <= repeats.last; };
  for (const Record& record : repeats.held) {
    if (!is_folded(record)) show(record);
  }
  repeats.held.clear();
  repeats.count = 0;
}

void TextTimeline::show_repeats(const std::string& pod, const Repeats& repeats) {
  const std::string_view what = repeats.have_failed ? "retries" : "resyncs";
  const std::string_view how = repeats.are_in_back_off ? "in back-off" : "with the same outcome";
  out_ << fmt::format("{:>{}}  {:<{}}  {:<{}}  {:<{}}  until {}, all {}\n", format_instant(repeats.first - start_),
                      time_width, api::printable_line(pod), pod_width_, "pod worker", actor_width_,
                      fmt::format("{} {}", repeats.count, what), action_width_, format_instant(repeats.last - start_),
                      how);
}

void TextTimeline::show(const Record& record) {
  const Narration narration = printable(narrate(record));
  if (narration.is_detail && !options_.details) return;
  const std::string pod = api::printable_line(record.pod);
  widen(pod_width_, pod.size(), widest_pod_column);
  widen(actor_width_, narration.who.size());
  widen(action_width_, narration.what.size());
  std::string line = fmt::format("{:>{}}  {:<{}}  {:<{}}  ", format_instant(record.time - start_), time_width, pod,
                                 pod_width_, narration.who, actor_width_);
  const std::string what = fmt::format("{:<{}}", narration.what, narration.why.empty() ? 0 : action_width_);
  const std::string_view colour = options_.colour ? colour_of(narration.mood) : std::string_view{};
  line += colour;
  line += what;
  if (!colour.empty()) line += "\x1b[0m";
  if (!narration.why.empty()) line += "  " + narration.why;
  out_ << line << '\n';
  show_reasons(narration.reasons);
}

void TextTimeline::show_reasons(const std::vector<std::string>& reasons) {
  const std::string indent(time_width + gap, ' ');
  const std::size_t width = std::max(options_.width, indent.size() + min_reason_width) - indent.size();
  for (const std::string& reason : reasons) {
    for (const std::string& line : wrap_line(reason, width)) {
      out_ << (options_.colour ? colour_of(Mood::quiet) : "") << indent << line << (options_.colour ? "\x1b[0m" : "")
           << '\n';
    }
  }
}

}  // namespace podreel::trace
