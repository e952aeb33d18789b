#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/run/shown_run.hpp"
#include "tools/cli/run/unverified_behaviour.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText run_text{
    .name = "run",
    .summary = "Replay scenarios or plain manifests",
    .description =
        "Replays what a kubelet does to the pods of a node, in virtual time. Prints the timeline (time, pod, "
        "component, action and reason), the pods at the end as kubectl shows them, their events, and the digest of the "
        "timeline.\n\n"
        "A file is a scenario or plain manifests. The pods of manifests are created at 0s, and the run ends when "
        "nothing changes any more. The same file gives the same timeline, byte for byte. Another --seed gives another "
        "timeline that is equally possible for a real kubelet.",
    .examples =
        "# Replay a pod that crashes\n"
        "podreel run scenarios/crash-loop.yaml\n"
        "\n"
        "# Use the kubelet of another release, and explain its decisions\n"
        "podreel run scenarios/crash-loop.yaml --kubelet-version {newest} --explain\n"
        "\n"
        "# Write records for programs, and a trace for a trace viewer (ui.perfetto.dev)\n"
        "podreel run scenarios/crash-loop.yaml -o jsonl --trace-out trace.json\n"
        "\n"
        "# Show the pods as 'kubectl get pods --watch' does, ten times faster than real time\n"
        "podreel run scenarios/crash-loop.yaml --watch --speed 10x\n"
        "\n"
        "# Record the random choices of a run, and replay them later\n"
        "podreel run scenarios/crash-loop.yaml --seed 7 --record-choices choices.jsonl\n"
        "podreel run scenarios/crash-loop.yaml --choices choices.jsonl\n"
        "\n"
        "# Step: Enter or → is next, b or ← is back, N moves N records, g and G go to the ends, q "
        "quits\n"
        "podreel run scenarios/crash-loop.yaml --step --explain\n",
};

/// Says in one line on which unverified behaviours the runs depend, unless a note on the release said it already.
void note_unverified_behaviour(const std::vector<format::Scenario>& scenarios, const RunOptions& options,
                               Context& context) {
  if (options.load.kubelet) return;
  std::set<std::string_view> decisive;
  for (const format::Scenario& scenario : scenarios) {
    const auto names = decisive_unverified_behaviours(scenario, options);
    decisive.insert(names.begin(), names.end());
  }
  if (decisive.empty()) return;
  context.diagnostics << fmt::format("note: the timeline depends on unverified behaviour of {}: {}\n",
                                     release::minor_string(release::newest_release()), fmt::join(decisive, ", "));
}

ExitCode run_run(const RunOptions& options, Context& context) {
  std::vector<format::Scenario> scenarios = load_runs(options, context);
  for (const auto& [option, given] :
       {std::pair{"--trace-out", options.trace_out.has_value()},
        std::pair{"--record-choices", !options.record_choices.empty()},
        std::pair{"--choices", !options.choices_file.empty()}, std::pair{"--step", options.step}}) {
    if (!given || scenarios.size() == 1) continue;
    throw BadInput{fmt::format("{} takes one run, but the files hold {}", option, counted(scenarios.size(), "run"))};
  }
  if (options.step) {
    step_through(scenarios.front(), options, context);
    return ExitCode::ok;
  }
  for (const format::Scenario& scenario : scenarios) {
    show_run(scenario, options, context, scenarios.size() > 1);
    if (options.watch && &scenario != &scenarios.back()) context.out << '\n';
  }
  note_unverified_behaviour(scenarios, options, context);
  return ExitCode::ok;
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  auto options = std::make_shared<RunOptions>();
  CLI::App& verb = new_verb(app, run_text);
  add_run_options(verb, *options);
  set_action(verb, context, [options](Context& world) {
    settle_run_options(*options);
    return run_run(*options, world);
  });
}

}  // namespace podreel::cli
