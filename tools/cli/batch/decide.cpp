#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/decide/explain.hpp"
#include "engine/release/behaviour_table.hpp"
#include "engine/release/release.hpp"
#include "scenarios/batch/case_to_json.hpp"
#include "scenarios/batch/divergence.hpp"
#include "scenarios/batch/sync_cases.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/cli/batch/batch.hpp"
#include "tools/cli/batch/policy_cases.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

/// Makes a case of a line of JSON Lines; without `status`, the pod's own case is used. `text` is the line as read.
nlohmann::ordered_json case_of_line(std::string_view text, const nlohmann::json& line, release::Release release) {
  auto given = nlohmann::ordered_json::parse(text, nullptr, false);
  if (given.is_discarded()) given = line;
  if (!given.value("status", nlohmann::ordered_json{}).is_null()) return given;
  given.erase("status");
  nlohmann::ordered_json made = batch::case_of(line.at("pod"), release);
  made.update(given);
  return made;
}

/// A line as a case of its own, and what it does not explain.
struct PrintedCase {
  std::vector<api::Problem> unknown_names;
  std::vector<api::Problem> unknown_fields;
  nlohmann::ordered_json document;
};

/// Prints the cases of the files, or the cases made from their pods (`-o case`), one JSON object per line, and then
/// throws BadInput for invalid cases.
void print_cases(const BatchOptions& options, Context& context) {
  const release::Release release = release::parse_release(options.kubelet_version).value();
  const BatchShape shape;
  AnswerPrinter printer{context.out, OutputFormat::jsonl, shape};
  std::vector<api::Problem> problems;
  CountedWarnings fields;
  for (const std::string& file : input_files(options.files)) {
    InputProgress progress = InputProgress::while_answering(context, file);
    const auto line = [&](std::string_view text, int number) {
      const auto read = jsonl::read_line(text, file, number, problems, [&](const jsonl::JsonField& field) {
        return PrintedCase{batch::unknown_names(batch::sync_case_from(field)),
                           batch::unknown_fields(field, file, number), case_of_line(text, field.value(), release)};
      });
      if (!read) return;
      const bool has_known_names = accept_names(read->unknown_names, file, number, options, problems, context);
      if (accept_fields(read->unknown_fields, options.strict, problems, fields) && has_known_names) {
        printer.add_document(read->document);
      }
    };
    const auto pod = [&](manifests::ManifestPod found) {
      printer.add_document(batch::case_of(std::move(found.pod), release));
    };
    batch::read_file(file, {.line = line, .pod = pod, .progress = progress.function()}, problems);
  }
  printer.finish();
  warn(fields.reported(), context);
  if (!problems.empty()) throw BadInput{problems};
}

constexpr VerbText decide_text{
    .name = "decide",
    .summary = optional_summary("decide"),
    .description =
        "Answers as the kubelet's computePodActions does: whether the pod is killed, whether it gets a new sandbox, "
        "and which containers are started and killed. A file holds recorded cases, one JSON object per line ({\"id\", "
        "\"pod\", \"status\", \"liveness\", \"startup\"}), or pods as kubectl prints them. For a pod, the state in the "
        "runtime is derived from the pod's status.\n\n"
        "With --against, only the cases that the two releases decide differently are printed, with the rules that "
        "differ. The exit status is 1 if there are any.\n\n"
        "With --against-policy, the cases that two identity policies decide differently are printed, grouped by cause. "
        "A container whose hash a case calls \"current\" has the hash of the policy that decides. The exit status is "
        "1 if a difference is not in the list of --accept.\n\n"
        "-o case prints the cases instead of the answers: one pod per line, as decide and sync read them.",
    .examples =
        "# Show what the kubelet would do next with a pod of a live cluster\n"
        "kubectl get pod web-0 -o yaml | podreel decide --explain -f -\n"
        "\n"
        "# Save the pod as a case, to edit it and ask again\n"
        "kubectl get pod web-0 -o yaml | podreel decide -o case -f - > web-0.jsonl\n"
        "\n"
        "# Answer every recorded case as a kubelet of 1.34 with a feature gate\n"
        "podreel decide -f cases.jsonl --kubelet-version 1.34 --feature-gates ContainerRestartRules=true -o jsonl\n"
        "\n"
        "# Show where an upgrade decides differently, and by which rule\n"
        "podreel decide -f cases.jsonl --kubelet-version 1.28 --against {newest}\n"
        "\n"
        "# Answer a case, in the format of one line of a file\n"
        "echo '{\"id\":1,\"pod\":{\"metadata\":{\"name\":\"web\"},\"spec\":{\"containers\":["
        "{\"name\":\"app\",\"image\":\"nginx:1.25\"}]}},\"status\":{\"sandboxes\":[{\"id\":\"s1\",\"state\":\"READY\"}]"
        ","
        "\"containers\":[{\"id\":\"c1\",\"name\":\"app\",\"state\":\"exited\",\"exitCode\":1}]},\"liveness\":{\"c1\":"
        "\"success\"}}' | podreel decide -f -\n",
};

struct DecideOptions : BatchOptions {
  std::string against;
  RegressionOptions regression;
};

std::string short_text(const batch::Decided& decided, const api::PodSpec& spec) {
  if (const auto* actions = std::get_if<decide::PodActions>(&decided)) return in_short(*actions, spec);
  if (const auto* panic = std::get_if<decide::Panic>(&decided)) return "panics: " + panic->message;
  return in_short(to_pod_actions(std::get<decide::PodContainerChanges>(decided), spec.restart_policy), spec);
}

/// Returns the kubelet's answer.
BatchAnswer answer(const batch::DecideCase& situation, const batch::Decider& decider, bool explain) {
  decide::Reasons reasons;
  const batch::Decided decided = decide_case(situation, decider, explain ? &reasons : nullptr);
  const std::string id = id_text(situation.id);
  const std::vector<std::string>& assumed = situation.observed.assumed;
  const std::string written = short_text(decided, *situation.pod.spec) +
                              (assumed.empty() ? "" : fmt::format(" ({})", fmt::join(assumed, "; ")));
  ordered_json document{{"id", situation.id}, {"actions", batch::to_json(decided)}};
  if (!assumed.empty()) document["assumed"] = assumed;
  if (!explain) return {std::move(document), {id, written}};
  document["reasons"] = to_json(reasons);
  return {std::move(document), {}, fmt::format("{}: {}\n{}", id, written, lines_of(reasons))};
}

/// Compares the answers of the kubelets of --kubelet-version and --against; no value if they are equal.
std::optional<BatchAnswer> compare(const batch::DecideCase& situation, const batch::Decider& first,
                                   const batch::Decider& second, const DecideOptions& options) {
  decide::Reasons reasons;
  const batch::Decided decided = decide_case(situation, first, options.explain ? &reasons : nullptr);
  const batch::Decided other = decide_case(situation, second);
  ordered_json document{{"id", situation.id}, {"actions", batch::to_json(decided)}, {"against", batch::to_json(other)}};
  if (document["actions"] == document["against"]) return std::nullopt;

  const api::PodSpec& spec = *situation.pod.spec;
  std::string text = fmt::format("{}:\n  {}: {}\n  {}: {}\n", id_text(situation.id), options.kubelet_version,
                                 short_text(decided, spec), options.against, short_text(other, spec));
  document["causes"] = ordered_json::array();
  for (const release::BehaviourRow* row : diverging_rules(situation, first, second)) {
    document["causes"].push_back({{"name", row->name}, {"what", row->what}, {"source", row->source}});
    text += fmt::format("  differs because of {}: {} ({})\n", row->name, row->what, row->source);
  }
  if (document["causes"].empty()) text += "  differs because of the hashes that the two releases compute\n";
  if (options.explain) document["reasons"] = to_json(reasons);
  return BatchAnswer{std::move(document), {}, text + lines_of(reasons)};
}

/// Compares the answers of two policies; no value if they are equal.
std::optional<PolicyDifference> compare_policies(const batch::DecideCase& situation, const batch::Decider& first,
                                                 const batch::Decider& second, const PolicyRegressions& results) {
  if (batch::to_json(decide_case(situation, first)) == batch::to_json(decide_case(situation, second)))
    return std::nullopt;
  const api::PodSpec& spec = *situation.pod.spec;
  decide::Reasons with_first;
  decide::Reasons with_second;
  PolicyDifference difference{.cause = {},
                              .with_policy = short_text(decide_case(situation, first, &with_first), spec),
                              .with_against = short_text(decide_case(situation, second, &with_second), spec)};
  difference.cause = cause_of(with_first, with_second, results);
  return difference;
}

ExitCode decide_with_policies(const DecideOptions& options, Context& context) {
  if (!options.against.empty()) throw BadInput{"--against and --against-policy exclude each other"};
  const RegressionOptions& regression = options.regression;
  const batch::Decider first = decider_with("--policy", regression.policy, options, context);
  const batch::Decider second = decider_with("--against-policy", regression.against_policy, options, context);
  const PolicyRegressions results = empty_regressions(regression);
  return compare_cases(options, regression, context, batch::decide_cases, results,
                       [&](const batch::DecideCase& situation) {
                         return std::pair{id_text(situation.id), compare_policies(situation, first, second, results)};
                       });
}

ExitCode run_decide(const DecideOptions& options, Context& context) {
  check_regression(options.regression, options);
  if (!options.regression.against_policy.empty() && options.format != OutputFormat::batch_case) {
    return decide_with_policies(options, context);
  }
  const bool compares = !options.against.empty();
  if (options.format == OutputFormat::batch_case) {
    if (compares || options.explain || !options.regression.against_policy.empty()) {
      throw BadInput{
          "-o case prints cases instead of answers: use it without --against, --against-policy and --explain"};
    }
    print_cases(options, context);
    return ExitCode::ok;
  }
  std::vector<std::string> releases{options.kubelet_version};
  if (compares) releases.push_back(options.against);
  const std::string& named = options.regression.policy;
  const auto policy = named.empty() ? decide::PolicySettings{} : policy_of("--policy", named);
  std::vector<batch::Decider> deciders;
  for (release::Behaviour& kubelet : kubelets_of(options, releases, context)) {
    deciders.push_back(batch::decider_of(std::move(kubelet), policy));
  }
  BatchShape shape{.list = "decisions"};
  if (!compares && !options.explain) shape.columns = {"CASE", "ACTIONS"};
  const std::size_t answers = run_batch(options, context, batch::decide_cases, shape, [&](const auto& read) {
    return compares ? compare(read.situation, deciders.front(), deciders.back(), options)
                    : std::optional{answer(read.situation, deciders.front(), options.explain)};
  });
  return compares && answers > 0 ? ExitCode::difference : ExitCode::ok;
}

}  // namespace

void add_decide(CLI::App& app, Context& context) {
  auto options = std::make_shared<DecideOptions>();
  CLI::App& verb = new_verb(app, decide_text);
  add_batch_options(verb, *options,
                    {OutputFormat::table, OutputFormat::jsonl, OutputFormat::json, OutputFormat::yaml,
                     OutputFormat::batch_case, OutputFormat::junit});
  add_policy_options(verb, options->regression);
  releases(
      verb.add_option("--against", options->against, "print only what this kubelet decides differently, and the rule"));
  set_action(verb, context, [options](Context& world) { return run_decide(*options, world); });
}

}  // namespace podreel::cli
