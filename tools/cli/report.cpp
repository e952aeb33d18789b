#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/bad_input.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/load_runs.hpp"
#include "tools/cli/output_file.hpp"
#include "tools/cli/replay_command.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/run_page.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText report_text{
    .name = "report",
    .summary = "a run as a page to look at",
    .description =
        "Replays a scenario, or plain manifests, and writes one HTML page that needs nothing else, no network either: "
        "a "
        "lane for every container with its states, for the pods' phases, syncs, runtime calls, events and relists, all "
        "on one time axis; the pods as kubectl shows them at the cursor; and the reasons of every decision.\n\n"
        "A click moves the cursor, the arrow keys step from record to record. The same run gives the same page, byte "
        "for byte.",
    .examples =
        "# Look at a pod that crashes\n"
        "podreel report scenarios/crash-loop.yaml -o crash-loop.html\n"
        "\n"
        "# The same with the kubelet of another release, for two minutes\n"
        "podreel report scenarios/crash-loop.yaml --kubelet-version {newest} --until 2m -o crash-loop.html\n",
};

struct ReportOptions {
  RunOptions run;
  std::string output = "report.html";
};

/// The one run of the options' files.
language::Scenario load(const RunOptions& options, Context& context) {
  std::vector<language::Scenario> scenarios = load_runs(options, context);
  if (scenarios.size() != 1) {
    throw BadInput{
        fmt::format("report takes one run, and the files hold {}; a matrix is narrowed by --kubelet-version and --set",
                    scenarios.size())};
  }
  return std::move(scenarios.front());
}

ExitCode report(const ReportOptions& options, Context& context) {
  const language::Scenario scenario = load(options.run, context);
  OutputFile file{options.output};
  print_run_page(file.stream(), scenario, replay_command(options.run));
  file.commit();
  return ExitCode::ok;
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App& verb = new_verb(app, report_text);
  add_input_options(verb, options->run.files, "a scenario, or manifests");
  verb.add_option("-o,--output", options->output, "where the page is written; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  add_load_options(verb, options->run);
  when_chosen(verb, context, [options](Context& world) {
    settle_run_options(options->run);
    return report(*options, world);
  });
}

}  // namespace podreel::cli
