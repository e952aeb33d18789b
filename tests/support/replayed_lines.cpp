#include "tests/support/replayed_lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/trace/json_line.hpp"

namespace podreel::testing {

namespace {

struct LineSink final : trace::Sink {
  explicit LineSink(sim::Time begin) : start{begin} {}
  void write(const trace::Record& record) override {
    std::string line;
    trace::append_json_line(line, record, start);
    lines.push_back(std::move(line));
  }

  sim::Time start;
  std::vector<std::string> lines;
};

std::string line_at(const std::vector<std::string>& lines, std::size_t index) {
  return index < lines.size() ? lines[index] : "nothing\n";
}

}  // namespace

ReplayedLines replayed_lines(const language::Scenario& scenario, simulation::ReplayOptions options) {
  LineSink sink{simulation::start_time(scenario, options)};
  options.sinks = {&sink};
  const std::uint64_t events = simulation::replay(scenario, options).events_run;
  return {std::move(sink.lines), events};
}

std::string difference_of_idle_work(const language::Scenario& scenario, const simulation::ReplayOptions& options,
                                    std::pair<std::uint64_t, std::uint64_t>* events) {
  simulation::ReplayOptions executing = options;
  executing.skip_idle_work = false;
  const ReplayedLines accounted = replayed_lines(scenario, options);
  const ReplayedLines executed = replayed_lines(scenario, executing);
  if (events != nullptr) {
    events->first += accounted.events;
    events->second += executed.events;
  }
  const auto parted = std::ranges::mismatch(accounted.lines, executed.lines).in1;
  if (accounted.lines.size() == executed.lines.size() && parted == accounted.lines.end()) return {};
  const auto index = static_cast<std::size_t>(parted - accounted.lines.begin());
  return fmt::format("accounted for: {}executed:      {}", line_at(accounted.lines, index),
                     line_at(executed.lines, index));
}

}  // namespace podreel::testing
