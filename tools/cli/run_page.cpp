#include "tools/cli/run_page.hpp"

#include "scenarios/simulation/replay.hpp"
#include "tools/cli/page.hpp"
#include "tools/cli/page_data.hpp"

namespace podreel::cli {

void print_run_page(std::ostream& out, const language::Scenario& scenario, const std::string& command) {
  simulation::ReplayOptions replay;
  replay.explain = true;
  PageData data{simulation::start_time(scenario, replay)};
  replay.sinks = {&data};
  replay.watch_pods = [&data](sim::Time time, const api::PodPtr& pod, bool gone) {
    data.pods().write(time, *pod, gone);
  };
  const simulation::ReplayResult result = simulation::replay(scenario, replay);
  print_page(out, Page::run, data.text(scenario, result, command));
}

}  // namespace podreel::cli
