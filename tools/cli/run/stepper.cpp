#include "tools/cli/run/stepper.hpp"

#include <algorithm>
#include <fmt/ostream.h>
#include <iterator>
#include <limits>
#include <sstream>
#include <utility>

#include "engine/api/ascii.hpp"
#include "engine/api/printable.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/invariant.hpp"
#include "engine/trace/explanation_text.hpp"
#include "engine/trace/instant_text.hpp"
#include "engine/trace/narration.hpp"
#include "engine/trace/text_timeline.hpp"
#include "tools/cli/arguments/pod_listing.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

/// Returns whether `text` contains `sought`, ignoring the case of ASCII letters.
bool holds(std::string_view text, std::string_view sought) {
  const auto alike = [](char left, char right) { return api::to_lower(left) == api::to_lower(right); };
  return std::search(text.begin(), text.end(), sought.begin(), sought.end(), alike) != text.end();
}

bool is_search(const StepCommand& command) {
  using enum StepCommand::What;
  return command.what == search_further || command.what == search_back;
}

}  // namespace

Stepper::Stepper(const StepHistory& history, sim::Time start, bool wide, Context& context)
    : history_{history}, start_{start}, wide_{wide}, context_{context} {}

void Stepper::obey(StepInput& input) {
  if (history_.records().empty()) {
    context_.out << "Nothing happens.\n";
    return;
  }
  show();
  while (const auto line = input.next()) {
    const auto command = step_command(*line);
    if (!command) {
      context_.diagnostics << wrapped_lines(known_step_commands);
    } else if (command->what == StepCommand::What::quit) {
      return;
    } else if (is_search(*command)) {
      search(*command);
    } else {
      go(*command);
    }
  }
}

void Stepper::go(const StepCommand& command) {
  const std::size_t next = target(command);
  const bool is_move = command.what != StepCommand::What::move || command.records != 0;
  if (next == at_ && is_move) {
    context_.diagnostics << (at_ == 0 ? "this is the first record\n" : "this is the last record\n");
    return;
  }
  at_ = next;
  show();
}

std::size_t Stepper::target(const StepCommand& command) const {
  PODREEL_INVARIANT(!history_.records().empty(), "stepping needs at least one record");
  const auto last = static_cast<std::int64_t>(history_.records().size()) - 1;
  if (command.what == StepCommand::What::first) return 0;
  if (command.what == StepCommand::What::last) return static_cast<std::size_t>(last);
  const auto at = static_cast<std::int64_t>(at_);
  return static_cast<std::size_t>(at + std::clamp(command.records, -at, last - at));
}

void Stepper::search(const StepCommand& command) {
  if (!command.text.empty()) searched_ = command.text;
  if (searched_.empty()) {
    context_.diagnostics << "no previous search\n";
    return;
  }
  const bool goes_back = command.what == StepCommand::What::search_back;
  const auto prints_time = [this](const trace::Record& record) { return holds(format_record(record), searched_); };
  const auto at = history_.records().begin() + static_cast<std::ptrdiff_t>(at_);
  if (goes_back) {
    const auto first = std::make_reverse_iterator(at);
    const auto found = std::find_if(first, history_.records().rend(), prints_time);
    if (found != history_.records().rend()) return go({.records = -1 - (found - first)});
  } else {
    const auto found = std::find_if(at + 1, history_.records().end(), prints_time);
    if (found != history_.records().end()) return go({.records = found - at});
  }
  fmt::print(context_.diagnostics, "no {} record contains '{}'\n", goes_back ? "earlier" : "later", shown(searched_));
}

/// Returns the text of a record for the search, without colours and line breaks, which would split words.
std::string Stepper::format_record(const trace::Record& record) const {
  std::ostringstream out;
  constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  trace::TextTimeline{out, start_, {.details = wide_, .width = unlimited}}.write(record);
  return std::move(out).str();
}

std::size_t Stepper::width() const noexcept {
  constexpr std::size_t default_width = 80;
  const int columns = context_.out_terminal.width;
  return columns > 0 ? static_cast<std::size_t>(columns) : default_width;
}

/// Wraps the line of the record if it is too long; then its cells are not aligned. The reasons are wrapped anyway.
void Stepper::print_record(const trace::Record& record) const {
  std::ostringstream text;
  const bool colour = context_.out_terminal.colour;
  trace::TextTimeline{text, start_, {.colour = colour, .details = wide_, .width = width()}}.write(record);
  const std::string lines = std::move(text).str();
  const std::string plain = format_record(record);
  const std::size_t end = std::min(plain.find('\n'), plain.size());
  if (trace::wrap_line(plain.substr(0, end), width()).size() <= 1) {
    context_.out << lines;
    return;
  }
  const trace::Narration narration = trace::narrate(record);
  const std::string instant = fmt::format("{:>11}  ", trace::format_instant(record.time - start_));
  const std::string cells =
      api::printable_line(fmt::format("{}  {}  {}  {}", record.pod, narration.who, narration.what, narration.why));
  std::string prefix = instant;
  for (const std::string& line : trace::wrap_line(cells, std::max(width(), 2 * instant.size()) - instant.size())) {
    context_.out << prefix << line << '\n';
    prefix.assign(instant.size(), ' ');
  }
  context_.out << lines.substr(std::min(lines.find('\n') + 1, lines.size()));
}

std::string Stepper::wrapped_lines(std::string_view text) const {
  std::string wrapped;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    for (const std::string& line : trace::wrap_line(text.substr(0, end), width())) wrapped += line + '\n';
    if (end == 0) wrapped += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return wrapped;
}

void Stepper::show() const {
  PODREEL_INVARIANT(at_ < history_.records().size(), "the current record is in the history");
  const trace::Record& record = history_.records()[at_];
  std::ostream& out = context_.out;
  const std::string where =
      fmt::format("record {} of {}, {}", at_ + 1, history_.records().size(), api::format_timestamp(record.time));
  out << emphasised(context_.out_terminal, Emphasis::strong, api::printable_line(where)) << '\n';
  print_record(record);
  out << '\n' << wrapped_lines(pod_listing(history_.pods_at(record.time), record.time, wide_)) << '\n';
  out.flush();
}

}  // namespace podreel::cli
