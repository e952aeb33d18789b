#include "scenarios/reproduce/reproduce.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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
        "Reads pasted output of an incident: `kubectl describe`, `kubectl get pods`, `get nodes` and `get events` "
        "(tables, JSON, YAML), lines of a kubelet's log, audit logs, exports of loggers, `crictl ps -a` and `docker ps "
        "-a`, in any mixture, complete or in parts, about any number of pods, namespaces and nodes. It drafts "
        "scenarios that could explain the incident. It replays them with the releases, times and numbers that the "
        "input leaves open, and prints the scenario that reproduces most. The output lists which observations are "
        "reproduced and which are not, the assumptions, and other explanations.\n\n"
        "Counts may differ by a fifth and ages by a tenth, plus the rounding of kubectl. The same input gives the same "
        "scenario, unless --budget is a time. The exit code is 0 if the scenario shows the cause and all observations, "
        "and every line is used, 1 if not, and 2 if nothing could be read.\n\n"
        "With a scenario and a recorded timeline (.jsonl, as podreel run -o jsonl writes it), it searches for the "
        "seed, or the seed and the choices, with which the scenario reproduces the recording. It prints them as "
        "spec.choices of the scenario, or shows where the closest run diverges.",
    .examples =
        "# Reproduce an incident pasted into an issue\n"
        "podreel reproduce incident.txt\n"
        "\n"
        "# Reproduce the state of a live pod\n"
        "(kubectl get pod web-0; kubectl describe pod web-0) | podreel reproduce -f - -o yaml > web-0.yaml\n"
        "podreel test web-0.yaml\n"
        "\n"
        "# Use the pod's manifest and a known kubelet\n"
        "podreel reproduce events.json --manifest pod.yaml --kubelet-version {newest}\n"
        "\n"
        "# Find the races that reproduce the recording of a real kubelet\n"
        "podreel reproduce crash-loop.yaml recorded.jsonl\n",
};

struct ReproduceOptions {
  IncidentInput input;
  std::string kubelet_version;
  std::string name;
  std::string budget = "2000";
  OutputFormat format = OutputFormat::table;
};

void report_reading(const reproduce::Evidence& evidence, Context& context) {
  for (const std::string& note : evidence.notes) {
    context.diagnostics << fmt::format("podreel reproduce: {}\n", shown(note));
  }
  if (evidence.unread_lines == 0) return;
  context.diagnostics << fmt::format("podreel reproduce: {} of {} ignored: not recognized\n", evidence.unread_lines,
                                     counted(evidence.lines, "line"));
}

reproduce::Reproduction found_for(const reproduce::Evidence& evidence, const reproduce::Options& options) {
  try {
    return reproduce::reproduce(evidence, options);
  } catch (const reproduce::RefusedScenario& refused) {
    throw BadInput{fmt::format("the input describes an impossible cluster: {}", shown(refused.what()))};
  }
}

/// Returns the release of the nodes in the input; no value if they show none or several.
std::optional<release::Release> release_of_nodes(const reproduce::Evidence& evidence) {
  std::optional<release::Release> found;
  for (const reproduce::SeenNode& node : evidence.nodes) {
    const auto parsed = release::parse_release(node.version);
    if (!parsed || (found && *found != *parsed)) return std::nullopt;
    found = parsed;
  }
  return found;
}

reproduce::Reproduction found_in(const reproduce::Evidence& evidence, const ReproduceOptions& options) {
  reproduce::Options search;
  search.budget = search_budget(options.budget);
  search.name = options.name;
  if (search.name.empty()) search.name = evidence.pods.empty() ? "node" : evidence.pods.front().name;
  search.kubelet =
      options.kubelet_version.empty() ? release_of_nodes(evidence) : release::parse_release(options.kubelet_version);
  reproduce::Reproduction found = found_for(evidence, search);
  if (found.scenario.is_null() && options.format == OutputFormat::yaml) {
    throw BadInput{"-o yaml: podreel cannot simulate a pod of this input; run without -o yaml to see its cause"};
  }
  return found;
}

/// Answers for each cluster: as texts or YAML documents one after another, or as a list in JSON.
ExitCode reproduce_incident(const ReproduceOptions& options, Context& context) {
  const std::vector<ClusterEvidence> clusters = read_incident(options.input);
  const bool are_several = clusters.size() > 1;
  bool is_complete = true;
  nlohmann::ordered_json documents = nlohmann::ordered_json::array();
  for (const ClusterEvidence& each : clusters) {
    report_reading(each.evidence, context);
    const reproduce::Reproduction found = found_in(each.evidence, options);
    is_complete = is_complete && found.is_complete();
    if (options.format == OutputFormat::json) {
      documents.push_back(reproduction_document(found));
      if (are_several) documents.back()["cluster"] = each.cluster;
    } else if (options.format == OutputFormat::yaml) {
      context.out << (&each == &clusters.front() ? "" : "---\n") << reproduced_scenario(found);
    } else {
      if (are_several) context.out << fmt::format("Cluster {}:\n", shown(each.cluster));
      context.out << reproduction_text(found, context.out_terminal);
    }
  }
  if (options.format == OutputFormat::json) {
    print_document(
        context.out, options.format,
        are_several ? nlohmann::ordered_json{{"clusters", std::move(documents)}} : std::move(documents.front()));
  }
  return is_complete ? ExitCode::ok : ExitCode::difference;
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
  add_input_options(verb, options->input.files, "pasted output of the incident; or SCENARIO RECORDING.jsonl");
  add_output_format(verb, options->format, {OutputFormat::table, OutputFormat::yaml, OutputFormat::json});
  verb.add_option("--pod", options->input.pod, "use only this pod of the input")->type_name("NAME");
  verb.add_option("--manifest", options->input.manifest, "manifest of the pod or of its workload")->type_name("FILE");
  releases(verb.add_option("--kubelet-version", options->kubelet_version,
                           "kubelet release; default: a release with the messages of the input"));
  verb.add_option("--name", options->name, "name of the scenario; default: that of the first pod")->type_name("NAME");
  verb.add_option("--budget", options->budget, "number of runs, or wall-clock time such as 20s")
      ->type_name("RUNS")
      ->capture_default_str();
  set_action(verb, context, [options](Context& world) { return reproduce_any(*options, world); });
}

}  // namespace podreel::cli
