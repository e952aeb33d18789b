#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "scenarios/language/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/run_report.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText about{
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
        "podreel run scenarios/crash-loop.yaml --kubelet-version 1.36 --explain\n"
        "\n"
        "# For programs, and for a trace viewer (ui.perfetto.dev)\n"
        "podreel run scenarios/crash-loop.yaml -o jsonl --trace-out trace.json\n",
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

simulation::ReplayOptions replay_options(const RunOptions& options) {
  simulation::ReplayOptions replay;
  replay.until = options.until;
  replay.explain = options.explain;
  replay.print_objects = options.format == OutputFormat::json || options.format == OutputFormat::yaml;
  if (options.speed) {
    replay.before_advance = [pacer = Pacer{*options.speed}](sim::Duration time) { pacer.wait_for(time); };
  }
  return replay;
}

void run_scenario(const language::Scenario& scenario, const RunOptions& options, Context& context, bool with_title) {
  simulation::ReplayOptions replay = replay_options(options);
  RunReport report{scenario, options, simulation::start_time(scenario, replay), context, with_title};
  replay.sinks = report.sinks();
  report.finish(simulation::replay(scenario, replay));
}

ExitCode run(const RunOptions& options, Context& context) {
  std::vector<language::Scenario> scenarios;
  std::vector<api::Problem> problems;
  for (const std::string& file : input_files(options.files)) {
    language::Loaded loaded = language::load_scenario_file(file, options.load);
    problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
    for (language::Scenario& scenario : loaded.scenarios) scenarios.push_back(std::move(scenario));
  }
  if (!problems.empty()) throw BadInput{problems};
  if (options.trace_out && scenarios.size() > 1) {
    throw BadInput{"--trace-out takes one run, and the files hold " + std::to_string(scenarios.size())};
  }
  for (const language::Scenario& scenario : scenarios) run_scenario(scenario, options, context, scenarios.size() > 1);
  return ExitCode::ok;
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  auto options = std::make_shared<RunOptions>();
  CLI::App& verb = new_verb(app, about);
  add_run_options(verb, *options);
  when_chosen(verb, context, [options](Context& world) {
    settle_run_options(*options);
    return run(*options, world);
  });
}

}  // namespace podreel::cli
