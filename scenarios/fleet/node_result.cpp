#include "scenarios/fleet/node_result.hpp"

#include <utility>

#include "scenarios/fleet/node_watch.hpp"

namespace podreel::fleet {

std::string_view to_string(Cause cause) noexcept {
  constexpr std::array<std::string_view, cause_count> names{"definition changed", "probe", "exited", "sandbox",
                                                            "other"};
  return names.at(static_cast<std::size_t>(cause));
}

Second& Second::operator+=(const Second& more) noexcept {
  api_writes += more.api_writes;
  image_pulls += more.image_pulls;
  restarts += more.restarts;
  return *this;
}

NodeResult result_of(const format::Scenario& scenario, const std::vector<Replica>& pods, sim::Duration from,
                     sim::Duration until, simulation::ReplayOptions options) {
  NodeWatch watch{simulation::start_time(scenario, options) + from};
  for (std::size_t index = 0; index < pods.size(); ++index) {
    watch.expect(scenario.node.settled->pods[index].name, pods[index]);
  }
  for (const format::Step& step : scenario.timeline) {
    if (step.at < until) watch.expect_step(step.at - from);
  }
  options.until = until;
  options.sinks = {&watch};
  options.watch_pods = [&watch](sim::Time time, const api::PodPtr& pod, bool gone) { watch.see(time, *pod, gone); };
  static_cast<void>(simulation::replay(scenario, options));
  return std::move(watch).account(until - from);
}

}  // namespace podreel::fleet
