#include "tools/timeline/limited_replay.hpp"

#include <exception>
#include <new>

#include "scenarios/simulation/replay.hpp"

namespace podreel::cli {

namespace {

/// Ends a replay that produces too many lines.
class LineLimit final : public trace::Sink {
 public:
  struct Reached {};

  LineLimit(const ComparableTimelineSink& timeline, std::size_t max_lines) noexcept
      : timeline_{timeline}, max_lines_{max_lines} {}

  void write(const trace::Record& /*record*/) override {
    constexpr std::size_t max_records_per_line = 50;
    ++records_;
    if (timeline_.lines().size() > max_lines_ || records_ / max_records_per_line > max_lines_) throw Reached{};
  }

 private:
  const ComparableTimelineSink& timeline_;
  std::size_t max_lines_;
  std::size_t records_ = 0;
};

/// Returns the cost of simulating settled pods: about one line for ten minutes of each pod.
std::size_t preparation_cost(const format::Scenario& scenario) {
  if (!scenario.node.settled) return 0;
  const format::SettledSettings& settled = *scenario.node.settled;
  constexpr std::chrono::minutes for_one_line{10};
  return static_cast<std::size_t>(settled.age / for_one_line) * settled.pods.size();
}

}  // namespace

std::size_t replay_cost(const format::Scenario& scenario, const ComparableTimelineSink& timeline) {
  return timeline.lines().size() + preparation_cost(scenario) + 1;
}

std::optional<ComparableTimelineSink> replay_within(const format::Scenario& scenario,
                                                    std::optional<sim::Duration> length, LineBudget& budget) {
  simulation::ReplayOptions options;
  options.until = length;
  ComparableTimelineSink timeline{simulation::start_time(scenario, options), Wording::ignored};
  if (budget.left() < preparation_cost(scenario)) budget.take(budget.left());
  if (budget.left() == 0) return std::nullopt;
  LineLimit limit{timeline, budget.left()};
  options.sinks = {&timeline, &limit};
  try {
    static_cast<void>(simulation::replay(scenario, options));
  } catch (const LineLimit::Reached&) {
    budget.take(budget.left());
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    budget.take(replay_cost(scenario, timeline));
    return std::nullopt;
  }
  budget.take(replay_cost(scenario, timeline));
  return timeline;
}

std::optional<SeriesTimes> replay_series_within(const format::Scenario& scenario, LineBudget& budget) {
  const std::optional<ComparableTimelineSink> timeline = replay_within(scenario, std::nullopt, budget);
  if (!timeline) return std::nullopt;
  return series_times(timeline->lines());
}

}  // namespace podreel::cli
