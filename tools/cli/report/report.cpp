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
    .summary = "Show runs as an HTML page",
    .description =
        "Replays a scenario or plain manifests, and writes one self-contained HTML page that needs no network. All "
        "lanes share one time axis: the states of each container, the phases of the pods, syncs, runtime calls, events "
        "and relists. The page shows the pods at the cursor as kubectl does, and the reasons of every decision.\n\n"
        "Up to 8 runs are shown side by side: of a matrix or several files, or of several kubelets "
        "(--kubelet-version), seeds (--seeds) and policies (--against-policy). The page marks where each run first "
        "differs from the one before it, and explains why, as 'podreel diff' does.\n\n"
        "A click moves the cursor, and the arrow keys step from record to record. If there are many pods, they are "
        "collapsed, and you can search for them by name. The same runs give the same page, byte for byte.",
    .examples =
        "# Show a pod that crashes\n"
        "podreel report scenarios/crash-loop.yaml -o crash-loop.html\n"
        "\n"
        "# Compare three kubelets for two minutes\n"
        "podreel report scenarios/sidecar.yaml --kubelet-version 1.28,1.32,{newest} --until 2m -o sidecar.html\n"
        "\n"
        "# Compare four seeds\n"
        "podreel report scenarios/liveness-kill.yaml --seeds 1-4 -o seeds.html\n",
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
  verb.add_option("-o,--output", options->output, "output file; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  add_load_options(verb, options->runs.run, Kubelets::several);
  verb.add_option("--seeds", options->runs.seeds, "add a run with each of these seeds, such as 1-4")->type_name("LIST");
  verb.add_option("--against-policy", options->runs.against_policies, "add a run with this policy (repeatable)")
      ->type_name("POLICY");
  set_action(verb, context, [options](Context& world) { return report(*options, world); });
}

}  // namespace podreel::cli
