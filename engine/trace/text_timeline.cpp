#include "engine/trace/text_timeline.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "engine/api/printable.hpp"
#include "engine/trace/told_time.hpp"

namespace podreel::trace {

namespace {

constexpr std::size_t widest_column = 40;
/// Names that controllers make: a namespace, and 63 characters.
constexpr std::size_t widest_pod_column = 90;
constexpr std::size_t time_width = 11;
constexpr std::size_t gap = 2;

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

Narration printable(Narration told) {
  for (std::string* text : {&told.who, &told.what, &told.why}) api::make_printable_line(*text);
  told.reasons = api::printable_lines(std::move(told.reasons));
  return told;
}

}  // namespace

TextTimeline::TextTimeline(std::ostream& out, sim::Time start, TextTimelineOptions options)
    : out_{out}, start_{start}, options_{options} {
  widen(pod_width_, options.longest_pod, widest_pod_column);
}

void TextTimeline::write(const Record& record) {
  const Narration told = printable(narrate(record));
  if (told.is_detail && !options_.details) return;
  const std::string pod = api::printable_line(record.pod);
  widen(pod_width_, pod.size(), widest_pod_column);
  widen(who_width_, told.who.size());
  widen(what_width_, told.what.size());
  std::string line = fmt::format("{:>{}}  {:<{}}  {:<{}}  ", told_time(record.time - start_), time_width, pod,
                                 pod_width_, told.who, who_width_);
  const std::string what = fmt::format("{:<{}}", told.what, told.why.empty() ? 0 : what_width_);
  const std::string_view colour = options_.colour ? colour_of(told.mood) : std::string_view{};
  line += colour;
  line += what;
  if (!colour.empty()) line += "\x1b[0m";
  if (!told.why.empty()) line += "  " + told.why;
  out_ << line << '\n';
  for (const std::string& reason : told.reasons) {
    const std::size_t indent = time_width + pod_width_ + who_width_ + 3 * gap;
    out_ << (options_.colour ? colour_of(Mood::quiet) : "") << std::string(indent, ' ') << reason
         << (options_.colour ? "\x1b[0m" : "") << '\n';
  }
}

}  // namespace podreel::trace
