#include "tools/cli/run/shown_run.hpp"

#include <chrono>
#include <thread>

#include "scenarios/simulation/replay.hpp"
#include "tools/cli/run/pod_watch.hpp"
#include "tools/cli/run/run_choices.hpp"
#include "tools/cli/run/run_report.hpp"
#include "tools/cli/run/step_history.hpp"
#include "tools/cli/run/step_input.hpp"
#include "tools/cli/run/stepper.hpp"
#include "tools/invocation/speed.hpp"

namespace podreel::cli {

namespace {

/// Delays the simulation until the wall clock has caught up.
class Pacer {
 public:
  explicit Pacer(double speed) : speed_{speed} {}
  void wait_for(sim::Duration simulated) const { std::this_thread::sleep_until(begin_ + speed_.wall_in(simulated)); }

 private:
  Speed speed_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

simulation::ReplayOptions replay_options(const RunOptions& options, std::ostream& out) {
  simulation::ReplayOptions replay;
  replay.explain = options.explain;
  replay.choices = options.choices;
  replay.record_choices = !options.record_choices.empty() || !options.choices.empty();
  replay.print_objects = options.format == OutputFormat::json || options.format == OutputFormat::yaml;
  if (options.speed) {
    replay.before_advance = [pacer = Pacer{*options.speed}, &out](sim::Duration time) {
      out.flush();
      pacer.wait_for(time);
    };
  }
  return replay;
}

PodWatch::Options watch_options(const format::Scenario& scenario, const RunOptions& options, const Context& context) {
  return {.form = {.wide = options.format == OutputFormat::wide, .all_namespaces = needs_all_namespaces(scenario)},
          .flush_lines = context.out_terminal.is_terminal};
}

}  // namespace

void show_run(const format::Scenario& scenario, const RunOptions& options, Context& context, bool with_title,
              std::optional<std::size_t> max_lines) {
  simulation::ReplayOptions replay = replay_options(options, context.out);
  RunChoices choices{options, context.diagnostics};
  RunReport report{scenario, options,    simulation::start_time(scenario, replay),
                   context,  with_title, options.watch ? std::nullopt : max_lines};
  replay.sinks = report.sinks();
  PodWatch pods{context.out, watch_options(scenario, options, context)};
  if (options.watch) {
    replay.watch_pods = [&pods](sim::Time now, const api::PodPtr& pod, bool gone) {
      pods.pod_changed(now, *pod, gone);
    };
  }
  const simulation::ReplayResult result = simulation::replay(scenario, replay);
  report.finish(result);
  choices.finish(result.choices);
}

void step_through(const format::Scenario& scenario, const RunOptions& options, Context& context) {
  const bool wide = options.format == OutputFormat::wide;
  simulation::ReplayOptions replay = replay_options(options, context.out);
  RunChoices choices{options, context.diagnostics};
  RunReport report{scenario, options, simulation::start_time(scenario, replay), context, false};
  StepHistory history{wide};
  replay.sinks = report.sinks();
  replay.sinks.push_back(&history);
  replay.watch_pods = [&history](sim::Time now, const api::PodPtr& pod, bool gone) {
    history.pod_changed(now, pod, gone);
  };
  const simulation::ReplayResult result = simulation::replay(scenario, replay);
  report.finish(result);
  choices.finish(result.choices);
  Stepper{history, result.started_at, wide, context}.obey(*standard_step_input(context));
}

}  // namespace podreel::cli
