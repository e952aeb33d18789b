#include "tools/cli/stepper.hpp"

#include <algorithm>
#include <fmt/ostream.h>

#include "engine/api/printable.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/trace/text_timeline.hpp"
#include "tools/cli/pod_listing.hpp"

namespace podreel::cli {

namespace {

constexpr std::string_view known_commands = "n or Enter: next, b: back, N: so many further, g: first, G: last, q: quit";

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
      fmt::print(context_.diagnostics, "{}\n", known_commands);
    } else if (command->what == StepCommand::What::quit) {
      return;
    } else {
      go(*command);
    }
  }
}

void Stepper::go(const StepCommand& command) {
  const std::size_t next = target(command);
  const bool wants_to_move = command.what != StepCommand::What::move || command.records != 0;
  if (next == at_ && wants_to_move) {
    context_.diagnostics << (at_ == 0 ? "this is the first record\n" : "this is the last record\n");
    return;
  }
  at_ = next;
  show();
}

std::size_t Stepper::target(const StepCommand& command) const {
  const auto last = static_cast<std::int64_t>(history_.records().size()) - 1;
  if (command.what == StepCommand::What::first) return 0;
  if (command.what == StepCommand::What::last) return static_cast<std::size_t>(last);
  const auto at = static_cast<std::int64_t>(at_);
  return static_cast<std::size_t>(at + std::clamp(command.records, -at, last - at));
}

void Stepper::show() const {
  const trace::Record& record = history_.records()[at_];
  std::ostream& out = context_.out;
  const std::string where =
      fmt::format("record {} of {}, {}", at_ + 1, history_.records().size(), api::format_timestamp(record.time));
  out << emphasised(context_.out_terminal, Emphasis::strong, api::printable_line(where)) << '\n';
  trace::TextTimeline line{out, start_, {.colour = context_.out_terminal.colour, .details = wide_}};
  line.write(record);
  out << '\n' << pod_listing(history_.pods_at(record.time), record.time, wide_) << '\n';
  out.flush();
}

}  // namespace podreel::cli
