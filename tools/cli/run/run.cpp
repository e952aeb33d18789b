#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/run/shown_run.hpp"
#include "tools/files/bad_input.hpp"

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
    show_run(scenario, options, context, scenarios.size() > 1);
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
