#include "tests/support/replayed_lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/trace/json_line.hpp"

namespace podreel::testing {

namespace {

struct LineSink final : trace::Sink {
  LineSink(sim::Time begin, trace::Kinds kinds) : start{begin}, is_listening{kinds} {}
  [[nodiscard]] trace::Kinds wanted() const override { return is_listening; }
  void write(const trace::Record& record) override {
    std::string line;
    trace::append_json_line(line, record, start);
    lines.push_back(std::move(line));
  }

  sim::Time start;
  trace::Kinds is_listening;
  std::vector<std::string> lines;
};

std::string line_at(const std::vector<std::string>& lines, std::size_t index) {
  return index < lines.size() ? lines[index] : "nothing\n";
}

ReplayedLines lines_of(const format::Scenario& scenario, simulation::ReplayOptions options, trace::Kinds kinds) {
  LineSink sink{simulation::start_time(scenario, options), kinds};
  options.sinks = {&sink};
  const std::uint64_t events = simulation::replay(scenario, options).events_run;
  return {std::move(sink.lines), events};
}

std::string difference(const format::Scenario& scenario, const simulation::ReplayOptions& options, trace::Kinds kinds,
                       std::pair<std::uint64_t, std::uint64_t>* events) {
  simulation::ReplayOptions executing = options;
  executing.skip_idle_work = false;
  const ReplayedLines accounted = lines_of(scenario, options, kinds);
  const ReplayedLines executed = lines_of(scenario, executing, kinds);
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

}  // namespace

ReplayedLines replayed_lines(const format::Scenario& scenario, simulation::ReplayOptions options) {
  return lines_of(scenario, std::move(options), trace::Kinds::all());
}

std::string difference_of_idle_work(const format::Scenario& scenario, const simulation::ReplayOptions& options,
                                    std::pair<std::uint64_t, std::uint64_t>* events) {
  return difference(scenario, options, trace::Kinds::all(), events);
}

std::string difference_of_unreported_probes(const format::Scenario& scenario, const simulation::ReplayOptions& options,
                                            std::pair<std::uint64_t, std::uint64_t>* events) {
  using namespace trace;
  return difference(scenario, options,
                    Kinds::of<Environment, Pleg, Loop, Sync, Event, Status, Api, KubeletProcess, Node>(), events);
}

}  // namespace podreel::testing
