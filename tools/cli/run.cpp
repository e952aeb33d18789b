#include <CLI/CLI.hpp>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "scenarios/simulation/replay.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/load_runs.hpp"
#include "tools/cli/pod_watch.hpp"
#include "tools/cli/run_choices.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/run_report.hpp"
#include "tools/cli/step_history.hpp"
#include "tools/cli/step_input.hpp"
#include "tools/cli/stepper.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText run_text{
    .name = "run",
    .summary = "replay scenarios, or plain manifests",
    .description =
        "Replays what a kubelet does to the pods of a node, in virtual time: prints the timeline (when, which pod, who "
        "did what, and why), the pods as kubectl shows them at the end, their events, and the digest of the "
        "timeline.\n\n"
        "A file is a scenario, or plain manifests: then their pods are created at 0 and replayed until nothing moves "
        "any more. The same file gives the same timeline, byte for byte; another --seed gives another one that a real "
        "kubelet could have left as well.",
    .examples =
        "# A pod that crashes\n"
        "podreel run scenarios/crash-loop.yaml\n"
        "\n"
        "# The same with the kubelet of another release, and why it decides what it does\n"
        "podreel run scenarios/crash-loop.yaml --kubelet-version {newest} --explain\n"
        "\n"
        "# For programs, and for a trace viewer (ui.perfetto.dev)\n"
        "podreel run scenarios/crash-loop.yaml -o jsonl --trace-out trace.json\n"
        "\n"
        "# The pods as 'kubectl get pods --watch' shows them, ten times as fast as they would change\n"
        "podreel run scenarios/crash-loop.yaml --watch --speed 10x\n"
        "\n"
        "# What was left to chance, for another day\n"
        "podreel run scenarios/crash-loop.yaml --seed 7 --record-choices choices.jsonl\n"
        "podreel run scenarios/crash-loop.yaml --choices choices.jsonl\n"
        "\n"
        "# Record by record: Enter or → goes on, b or ← back, a number so many further, g and G to the ends, q quits\n"
        "podreel run scenarios/crash-loop.yaml --step --explain\n",
};

/// Lets the wall clock catch up with the simulated one.
class Pacer {
 public:
  explicit Pacer(double speed) : speed_{speed} {}
  void wait_for(sim::Duration simulated) const {
    const auto due = std::chrono::duration<double>(simulated) / speed_;
    std::this_thread::sleep_until(begin_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(due));
  }

 private:
  double speed_;
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

PodWatch::Options watch_options(const language::Scenario& scenario, const RunOptions& options, const Context& context) {
  return {.form = {.wide = options.format == OutputFormat::wide, .all_namespaces = needs_all_namespaces(scenario)},
          .flush_lines = context.out_terminal.is_terminal};
}

void run_scenario(const language::Scenario& scenario, const RunOptions& options, Context& context, bool with_title) {
  simulation::ReplayOptions replay = replay_options(options, context.out);
  RunChoices choices{options, context.diagnostics};
  RunReport report{scenario, options, simulation::start_time(scenario, replay), context, with_title};
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

void step_through(const language::Scenario& scenario, const RunOptions& options, Context& context) {
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

ExitCode run_run(const RunOptions& options, Context& context) {
  std::vector<language::Scenario> scenarios = load_runs(options, context);
  for (const auto& [option, given] :
       {std::pair{"--trace-out", options.trace_out.has_value()},
        std::pair{"--record-choices", !options.record_choices.empty()},
        std::pair{"--choices", !options.choices_file.empty()}, std::pair{"--step", options.step}}) {
    if (!given || scenarios.size() == 1) continue;
    throw BadInput{fmt::format("{} takes one run, and the files hold {}", option, scenarios.size())};
  }
  if (options.step) {
    step_through(scenarios.front(), options, context);
    return ExitCode::ok;
  }
  for (const language::Scenario& scenario : scenarios) {
    run_scenario(scenario, options, context, scenarios.size() > 1);
    if (options.watch && &scenario != &scenarios.back()) context.out << '\n';
  }
  return ExitCode::ok;
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  auto options = std::make_shared<RunOptions>();
  CLI::App& verb = new_verb(app, run_text);
  add_run_options(verb, *options);
  when_chosen(verb, context, [options](Context& world) {
    settle_run_options(*options);
    return run_run(*options, world);
  });
}

}  // namespace podreel::cli
