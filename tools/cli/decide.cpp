#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/decide/explain.hpp"
#include "engine/release/behaviour_table.hpp"
#include "scenarios/batch/decide_input.hpp"
#include "scenarios/batch/parting.hpp"
#include "scenarios/batch/release_decider.hpp"
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

constexpr VerbText decide_text{
    .name = "decide",
    .summary = "what the kubelet would do next with a pod, and why",
    .description =
        "Answers as the kubelet's computePodActions does: is the pod killed, does it get a new sandbox, which "
        "containers "
        "are started and killed. A file holds recorded cases, one JSON object a line ({\"id\", \"pod\", \"status\", "
        "\"liveness\", \"startup\"}), or pods as kubectl prints them: then what the runtime has is taken from the "
        "pod's status.\n\n"
        "With --against, only the cases are printed that the two releases decide differently, with the rules that part "
        "them; the exit status is 1 if there are any.",
    .examples =
        "# What would the kubelet do next with a pod of a live cluster?\n"
        "kubectl get pod web-0 -o yaml | podreel decide --explain -f -\n"
        "\n"
        "# Every recorded case, as a kubelet of 1.34 with a feature gate answers it\n"
        "podreel decide -f cases.jsonl --kubelet-version 1.34 --feature-gates ContainerRestartRules=true -o jsonl\n"
        "\n"
        "# Where does an upgrade decide differently, and by which rule?\n"
        "podreel decide -f cases.jsonl --kubelet-version 1.28 --against {newest}\n",
};

struct DecideOptions {
  std::vector<std::string> files;
  std::string kubelet_version = release::minor_string(release::newest_release());
  std::string against;
  std::string feature_gates;
  bool explain = false;
  OutputFormat format = OutputFormat::table;
};

/// One case, answered.
struct Answer {
  ordered_json id;
  ordered_json actions;
  std::string in_short;
  decide::Reasons reasons;
  /// With --against.
  ordered_json other_actions;
  std::string other_in_short;
  std::vector<const release::BehaviourRow*> parted_by;
};

std::string short_text(const batch::Decided& decided, const api::PodSpec& spec) {
  if (const auto* actions = std::get_if<decide::PodActions>(&decided)) return in_short(*actions, spec);
  if (const auto* panic = std::get_if<decide::Panic>(&decided)) return "panics: " + panic->message;
  return in_short(to_pod_actions(std::get<decide::PodContainerChanges>(decided), spec.restart_policy), spec);
}

Answer answer(const batch::DecideCase& situation, const batch::Decider& decider, bool explain) {
  Answer result;
  const batch::Decided decided = decide_case(situation, decider, explain ? &result.reasons : nullptr);
  result.id = situation.id;
  result.actions = batch::to_json(decided);
  result.in_short = short_text(decided, *situation.pod.spec);
  return result;
}

/// Nothing if both releases answer the same.
std::optional<Answer> compare(const batch::DecideCase& situation, const batch::Decider& first,
                              const batch::Decider& second, bool explain) {
  Answer result = answer(situation, first, explain);
  const batch::Decided other = decide_case(situation, second);
  result.other_actions = batch::to_json(other);
  if (result.other_actions == result.actions) return std::nullopt;
  result.other_in_short = short_text(other, *situation.pod.spec);
  result.parted_by = parting_rules(situation, first, second);
  return result;
}

ordered_json row_to_json(const release::BehaviourRow& row) {
  return {{"name", row.name}, {"what", row.what}, {"source", row.source}};
}

ordered_json to_document(const Answer& answer, const DecideOptions& options) {
  ordered_json document{{"id", answer.id}, {"actions", answer.actions}};
  if (!options.against.empty()) {
    document["against"] = answer.other_actions;
    document["partedBy"] = ordered_json::array();
    for (const release::BehaviourRow* row : answer.parted_by) document["partedBy"].push_back(row_to_json(*row));
  }
  if (options.explain) {
    document["reasons"] = ordered_json::array();
    for (const decide::Reason& reason : answer.reasons) document["reasons"].push_back(to_json(reason));
  }
  return document;
}

std::string id_text(const ordered_json& id) {
  return id.is_string() ? id.get<std::string>() : id.dump();
}

void print_explained(std::ostream& out, const Answer& answer) {
  out << id_text(answer.id) << ": " << answer.in_short << '\n';
  for (const decide::Reason& reason : answer.reasons) out << "  " << to_sentence(reason) << '\n';
}

void print_compared(std::ostream& out, const Answer& answer, const DecideOptions& options) {
  out << id_text(answer.id) << ":\n  " << options.kubelet_version << ": " << answer.in_short << "\n  "
      << options.against << ": " << answer.other_in_short << '\n';
  if (answer.parted_by.empty()) out << "  parted by the hashes that the two releases compute\n";
  for (const release::BehaviourRow* row : answer.parted_by) {
    out << fmt::format("  parted by {}: {} ({})\n", row->name, row->what, row->source);
  }
  for (const decide::Reason& reason : answer.reasons) out << "  " << to_sentence(reason) << '\n';
}

void print_text(std::ostream& out, const std::vector<Answer>& answers, const DecideOptions& options) {
  if (!options.against.empty()) {
    for (const Answer& answer : answers) print_compared(out, answer, options);
  } else if (options.explain) {
    for (const Answer& answer : answers) print_explained(out, answer);
  } else {
    TextTable table{{"CASE", "ACTIONS"}};
    for (const Answer& answer : answers) table.add({id_text(answer.id), answer.in_short});
    out << table.text();
  }
}

void print(std::ostream& out, const std::vector<Answer>& answers, const DecideOptions& options) {
  if (options.format == OutputFormat::table) return print_text(out, answers, options);
  if (options.format == OutputFormat::jsonl) {
    for (const Answer& answer : answers) print_document(out, options.format, to_document(answer, options));
    return;
  }
  ordered_json decisions = ordered_json::array();
  for (const Answer& answer : answers) decisions.push_back(to_document(answer, options));
  print_document(out, options.format, {{"decisions", decisions}});
}

ExitCode run_decide(const DecideOptions& options, Context& context) {
  const release::Release release = release::parse_release(options.kubelet_version).value();
  std::vector<release::Release> kubelets{release};
  if (!options.against.empty()) kubelets.push_back(release::parse_release(options.against).value());
  const release::FeatureGates gates = parse_gate_list(options.feature_gates, kubelets, context);
  const batch::Decider decider = batch::decider_of(release::behaviour_of(release, gates));
  std::vector<api::Problem> problems;
  std::vector<batch::DecideCase> cases;
  for (const std::string& file : input_files(options.files)) {
    for (batch::DecideCase& situation : batch::read_decide_input(text_of_file(file), file, release, problems)) {
      cases.push_back(std::move(situation));
    }
  }
  std::vector<Answer> answers;
  if (options.against.empty()) {
    for (const batch::DecideCase& situation : cases) answers.push_back(answer(situation, decider, options.explain));
  } else {
    const batch::Decider other = batch::decider_of(release::behaviour_of(kubelets.back(), gates));
    for (const batch::DecideCase& situation : cases) {
      if (std::optional<Answer> found = compare(situation, decider, other, options.explain)) {
        answers.push_back(*std::move(found));
      }
    }
  }
  print(context.out, answers, options);
  if (!problems.empty()) throw BadInput{problems};
  return !options.against.empty() && !answers.empty() ? ExitCode::difference : ExitCode::ok;
}

}  // namespace

void add_decide(CLI::App& app, Context& context) {
  auto options = std::make_shared<DecideOptions>();
  CLI::App& verb = new_verb(app, decide_text);
  add_input_options(verb, options->files, "recorded cases, or pods");
  releases(verb.add_option("--kubelet-version", options->kubelet_version, "the kubelet that is asked")
               ->type_name("RELEASE")
               ->capture_default_str());
  releases(
      verb.add_option("--against", options->against, "print what this kubelet decides differently, and by which rule")
          ->type_name("RELEASE"));
  verb.add_option("--feature-gates", options->feature_gates, "gates of the kubelet, as A=true,B=false")
      ->type_name("GATES");
  verb.add_flag("--explain", options->explain, "say step by step why");
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::jsonl, OutputFormat::json, OutputFormat::yaml});
  when_chosen(verb, context, [options](Context& world) { return run_decide(*options, world); });
}

}  // namespace podreel::cli
