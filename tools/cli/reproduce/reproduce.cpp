#include "scenarios/reproduce/reproduce.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>

#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/cli/reproduce/reproduce_input.hpp"
#include "tools/cli/reproduce/reproduce_recording.hpp"
#include "tools/cli/reproduce/reproduce_report.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText reproduce_text{
    .name = "reproduce",
    .summary = optional_summary("reproduce"),
    .description =
        "Reads what people paste of an incident: `kubectl describe pod`, `kubectl get pods` and `get events` (tables, "
        "JSON, YAML), lines of a kubelet's log, `crictl ps -a`, in any mixture, whole or in parts. It drafts scenarios "
        "of what must have happened, replays them under releases, times and numbers that the paste leaves open, and "
        "prints the one that tells most: which of what was seen it tells and which it does not, what it had to assume, "
        "and what else could have been.\n\n"
        "Counts may be a fifth off, ages a tenth, and what kubectl rounds. The same input gives the same scenario, but "
        "for --budget with a time. The exit code is 0 if all was told, 1 if something was not, 2 if there was nothing "
        "that could be read.\n\n"
        "With a scenario and a recorded timeline (.jsonl, as podreel run -o jsonl writes) it looks for the seed, or "
        "the "
        "seed and the choices, under which the scenario tells the recording, and prints them as spec.choices of the "
        "scenario, or where the nearest run parts from it.",
    .examples =
        "# From a paste in an issue\n"
        "podreel reproduce incident.txt\n"
        "\n"
        "# From a live pod\n"
        "(kubectl get pod web-0; kubectl describe pod web-0) | podreel reproduce -f - -o yaml > web-0.yaml\n"
        "podreel test web-0.yaml\n"
        "\n"
        "# With the pod's manifest, for a known kubelet\n"
        "podreel reproduce events.json --manifest pod.yaml --kubelet-version {newest}\n"
        "\n"
        "# Which races tell what a real kubelet left?\n"
        "podreel reproduce crash-loop.yaml recorded.jsonl\n",
};

struct ReproduceOptions {
  IncidentInput input;
  std::string kubelet_version;
  std::string name;
  std::string budget = "2000";
  OutputFormat format = OutputFormat::table;
};

void tell_of_reading(const reproduce::Evidence& evidence, Context& context) {
  for (const std::string& note : evidence.notes) {
    context.diagnostics << fmt::format("podreel reproduce: {}\n", shown(note));
  }
  if (evidence.unread_lines == 0) return;
  context.diagnostics << fmt::format("podreel reproduce: {} of {} say nothing that can be used\n",
                                     evidence.unread_lines, counted(evidence.lines, "line"));
}

reproduce::Reproduction found_for(const reproduce::Evidence& evidence, const reproduce::Options& options) {
  try {
    return reproduce::reproduce(evidence, options);
  } catch (const reproduce::RefusedScenario& refused) {
    throw BadInput{fmt::format("no cluster has what the input tells: {}", shown(refused.what()))};
  }
}

ExitCode reproduce_incident(const ReproduceOptions& options, Context& context) {
  const reproduce::Evidence evidence = read_incident(options.input);
  tell_of_reading(evidence, context);
  reproduce::Options search;
  search.budget = search_budget(options.budget);
  search.name = options.name.empty() ? evidence.pods.front().name : options.name;
  if (!options.kubelet_version.empty()) search.kubelet = release::parse_release(options.kubelet_version);
  const reproduce::Reproduction found = found_for(evidence, search);
  switch (options.format) {
    case OutputFormat::yaml:
      context.out << reproduced_scenario(found);
      break;
    case OutputFormat::json:
      print_document(context.out, options.format, reproduction_document(found));
      break;
    default:
      context.out << reproduction_text(found, context.out_terminal);
  }
  return found.told() == found.observations() ? ExitCode::ok : ExitCode::difference;
}

ExitCode reproduce_any(const ReproduceOptions& options, Context& context) {
  if (!name_recording(options.input.files)) return reproduce_incident(options, context);
  RecordingSearch search{.files = options.input.files, .kubelet = {}, .budget = search_budget(options.budget)};
  search.format = options.format;
  if (!options.kubelet_version.empty()) search.kubelet = release::parse_release(options.kubelet_version);
  return reproduce_recording(search, context);
}

}  // namespace

void add_reproduce(CLI::App& app, Context& context) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App& verb = new_verb(app, reproduce_text);
  add_input_options(verb, options->input.files, "what was pasted of the incident; or SCENARIO RECORDING.jsonl");
  add_output_format(verb, options->format, {OutputFormat::table, OutputFormat::yaml, OutputFormat::json});
  verb.add_option("--pod", options->input.pod, "only this pod of the input")->type_name("NAME");
  verb.add_option("--manifest", options->input.manifest, "the pod's manifest, or that of its workload")
      ->type_name("FILE");
  releases(verb.add_option("--kubelet-version", options->kubelet_version,
                           "its kubelet; default: the release that writes such messages"));
  verb.add_option("--name", options->name, "the scenario's name; default: that of the first pod")->type_name("NAME");
  verb.add_option("--budget", options->budget, "how many runs to try, or for how long, as 20s")
      ->type_name("RUNS")
      ->capture_default_str();
  when_chosen(verb, context, [options](Context& world) { return reproduce_any(*options, world); });
}

}  // namespace podreel::cli
