#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/report/report_runs.hpp"
#include "tools/files/input_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/pages/run/run_page.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText report_text{
    .name = "report",
    .summary = "runs as a page to look at",
    .description =
        "Replays a scenario, or plain manifests, and writes one HTML page that needs nothing else, no network either: "
        "a "
        "lane for every container with its states, for the pods' phases, syncs, runtime calls, events and relists, all "
        "on one time axis; the pods as kubectl shows them at the cursor; and the reasons of every decision.\n\n"
        "Several runs stand side by side on that axis, at most 8: of a matrix or several files, or of several kubelets "
        "(--kubelet-version), seeds (--seeds) and policies (--against-policy). The page marks where each parts from "
        "the one before it, and says why, as 'podreel diff' does.\n\n"
        "A click moves the cursor, the arrow keys step from record to record. Where there are many pods, they are "
        "folded, and found by name. The same runs give the same page, byte for byte.",
    .examples =
        "# Look at a pod that crashes\n"
        "podreel report scenarios/crash-loop.yaml -o crash-loop.html\n"
        "\n"
        "# Three kubelets side by side, for two minutes\n"
        "podreel report scenarios/sidecar.yaml --kubelet-version 1.28,1.32,{newest} --until 2m -o sidecar.html\n"
        "\n"
        "# What is left to chance\n"
        "podreel report scenarios/liveness-kill.yaml --seeds 1-4 -o chance.html\n",
};

struct ReportOptions {
  ReportRuns runs;
  std::string output = "report.html";
};

ExitCode report(const ReportOptions& options, Context& context) {
  const std::vector<PageRun> runs = report_runs(options.runs, context);
  OutputFile file{options.output};
  if (runs.size() == 1) {
    print_run_page(file.stream(), runs.front().scenario, runs.front().command);
  } else {
    print_run_page(file.stream(), runs, report_command(options.runs));
  }
  file.commit();
  return ExitCode::ok;
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App& verb = new_verb(app, report_text);
  add_input_options(verb, options->runs.run.files, "scenarios, or manifests");
  verb.add_option("-o,--output", options->output, "where the page is written; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  add_load_options(verb, options->runs.run, Kubelets::several);
  verb.add_option("--seeds", options->runs.seeds, "a run with each of these seeds: 1-4")->type_name("LIST");
  verb.add_option("--against-policy", options->runs.against_policies, "another run, under this policy (repeatable)")
      ->type_name("POLICY");
  when_chosen(verb, context, [options](Context& world) { return report(*options, world); });
}

}  // namespace podreel::cli
