#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/decide/explain.hpp"
#include "scenarios/batch/status_cases.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/gate_list.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/text_table.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

constexpr VerbText status_text{
    .name = "status",
    .summary = "which status the kubelet reports of a pod, and why",
    .description =
        "Builds the status that a kubelet reports, from the pod, what the runtime has of it and what was reported "
        "before. A file holds recorded cases, one JSON object a line ({\"id\", \"pod\", \"status\", \"reasonCache\", "
        "\"oldStatus\", \"readiness\", \"startup\", \"podIsTerminal\"}), or pods as kubectl prints them: then what the "
        "runtime has is taken from the pod's status.\n\n"
        "Times that a status manager sets (startTime, lastTransitionTime) are not part of it.",
    .examples =
        "# Every recorded case, as a kubelet of 1.28 with sidecars answers it\n"
        "podreel status -f cases.jsonl --kubelet-version 1.28 --feature-gates SidecarContainers=true -o jsonl\n"
        "\n"
        "# Why is this pod not Ready?\n"
        "kubectl get pod web-0 -o yaml | podreel status --explain -f -\n",
};

struct StatusOptions {
  std::vector<std::string> files;
  std::string kubelet_version = release::minor_string(release::newest_release());
  std::string feature_gates;
  bool explain = false;
  OutputFormat format = OutputFormat::table;
};

struct Answer {
  ordered_json id;
  api::PodStatus status;
  decide::Reasons reasons;
};

std::vector<batch::StatusCase> read_cases(const StatusOptions& options, release::Release release,
                                          std::vector<api::Problem>& problems) {
  std::vector<batch::StatusCase> cases;
  for (const std::string& file : input_files(options.files)) {
    for (batch::StatusCase& situation : batch::read_status_input(text_of_file(file), file, release, problems)) {
      cases.push_back(std::move(situation));
    }
  }
  return cases;
}

ordered_json to_document(const Answer& answer, bool explain) {
  ordered_json document{{"id", answer.id}, {"apiStatus", api::to_json(answer.status)}};
  if (explain) {
    document["reasons"] = ordered_json::array();
    for (const decide::Reason& reason : answer.reasons) document["reasons"].push_back(to_json(reason));
  }
  return document;
}

std::string id_text(const ordered_json& id) {
  return id.is_string() ? id.get<std::string>() : id.dump();
}

/// "2/3": how many of the containers are ready.
std::string readiness(const api::PodStatus& status) {
  std::size_t ready = 0;
  for (const api::ContainerStatus& container : status.container_statuses) ready += container.ready ? 1 : 0;
  return std::to_string(ready) + "/" + std::to_string(status.container_statuses.size());
}

/// What keeps the pod from being Ready; empty if nothing does.
std::string complaint(const api::PodStatus& status) {
  const api::PodCondition* ready = api::find_condition(status, "Ready");
  if (ready == nullptr || ready->status == "True") return status.reason;
  return ready->message.empty() ? ready->reason : ready->message;
}

void print_text(std::ostream& out, const std::vector<Answer>& answers, bool explain) {
  TextTable table{{"CASE", "PHASE", "READY", "BECAUSE"}};
  for (const Answer& answer : answers) {
    table.add({id_text(answer.id), std::string{api::to_string(answer.status.phase)}, readiness(answer.status),
               complaint(answer.status)});
  }
  out << table.text();
  if (!explain) return;
  for (const Answer& answer : answers) {
    out << '\n' << id_text(answer.id) << ":\n";
    for (const decide::Reason& reason : answer.reasons) out << "  " << to_sentence(reason) << '\n';
  }
}

void print(std::ostream& out, const std::vector<Answer>& answers, const StatusOptions& options) {
  if (options.format == OutputFormat::table) return print_text(out, answers, options.explain);
  if (options.format == OutputFormat::jsonl) {
    for (const Answer& answer : answers) print_document(out, options.format, to_document(answer, options.explain));
    return;
  }
  ordered_json statuses = ordered_json::array();
  for (const Answer& answer : answers) statuses.push_back(to_document(answer, options.explain));
  print_document(out, options.format, {{"statuses", statuses}});
}

ExitCode run_status(const StatusOptions& options, Context& context) {
  const release::Release release = release::parse_release(options.kubelet_version).value();
  const release::FeatureGates gates = parse_gate_list(options.feature_gates, {release}, context);
  const release::Behaviour behaviour = release::behaviour_of(release, gates);
  std::vector<api::Problem> problems;
  std::vector<Answer> answers;
  for (const batch::StatusCase& situation : read_cases(options, release, problems)) {
    Answer answer{.id = situation.id, .status = {}, .reasons = {}};
    answer.status = batch::report_status(situation, behaviour, options.explain ? &answer.reasons : nullptr);
    answers.push_back(std::move(answer));
  }
  print(context.out, answers, options);
  if (!problems.empty()) throw BadInput{problems};
  return ExitCode::ok;
}

}  // namespace

void add_status(CLI::App& app, Context& context) {
  auto options = std::make_shared<StatusOptions>();
  CLI::App& verb = new_verb(app, status_text);
  add_input_options(verb, options->files, "recorded cases, or pods");
  releases(verb.add_option("--kubelet-version", options->kubelet_version, "the kubelet that is asked")
               ->type_name("RELEASE")
               ->capture_default_str());
  verb.add_option("--feature-gates", options->feature_gates, "gates of the kubelet, as A=true,B=false")
      ->type_name("GATES");
  verb.add_flag("--explain", options->explain, "say step by step why");
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::jsonl, OutputFormat::json, OutputFormat::yaml});
  when_chosen(verb, context, [options](Context& world) { return run_status(*options, world); });
}

}  // namespace podreel::cli
