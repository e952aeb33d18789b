#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/reproduce/compared_kinds.hpp"
#include "tools/cli/reproduce/match_report.hpp"
#include "tools/cli/reproduce/match_runs.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText match_words{
    .name = "match",
    .summary = optional_summary("match"),
    .description =
        "Compares the recording of a kubelet (.jsonl, as podreel run -o jsonl writes it) with the scenario that the "
        "kubelet went through. It tries the seeds 1 to 64 first, each also with the times of loops, relists and "
        "retries that the recording shows, and then varies choices as podreel reproduce does. In every run the first "
        "kubelet is as old as the recorded one, as far as the recording shows it. Its release is that which the "
        "recording states, if neither the scenario nor --kubelet-version selects one. Calls, events and statuses "
        "must be the same, in the same order, and as far apart as the jitter of a real "
        "kubelet allows. So must written events, exits of containers, and results of exec probes and hooks, if the "
        "recording has any. Identities and absolute times are ignored. If a recording lacks some of these records, as "
        "the output of podreel cri does, --kinds selects the kinds to compare. The kinds loop and sync, for the sync "
        "loop and the pod workers, are compared only if you name them.\n\n"
        "Records are compared until the scenario ends, or until the end that the recording states; --until sets an "
        "earlier end. The output counts the compared records. A recording without any is an error.\n\n"
        "If no run reproduces a recording, the output shows where the closest run diverges. It has both sides, the "
        "alternatives that podreel would have accepted there, and the cause. Possible causes are rows of the behaviour "
        "table that move the divergence later when they are inverted alone (podreel versions RELEASE), sites of the "
        "timing table whose choices move it (podreel versions --timing), and the rules that the simulated kubelet "
        "followed.\n\n"
        "With two folders, a recording belongs to the scenario with the same name, or with the longest common end of "
        "the path, or to the only scenario with that file name: 1.30/oom.jsonl to 1.30/oom.yaml, oom.yaml or "
        "issues/oom.yaml. The exit code is 0 if all recordings are reproduced, 1 if one is not, and 2 if one cannot be "
        "read or has no scenario.",
    .examples =
        "# Check whether podreel reproduces what this kubelet did\n"
        "podreel match crash-loop.yaml recorded.jsonl\n"
        "\n"
        "# Test the conformance of a kubelet build in CI\n"
        "podreel match scenarios recorded/{newest} --kubelet-version {newest} -o junit > conformance.xml\n"
        "\n"
        "# Record only the runtime calls of a real kubelet on podreel cri, and compare them\n"
        "podreel cri crash-loop.yaml --listen unix:///tmp/podreel.sock -o jsonl > calls.jsonl\n"
        "podreel match crash-loop.yaml calls.jsonl --kinds call\n"
        "\n"
        "# Search for up to half a minute per recording\n"
        "podreel match scenarios recorded --budget 30s -o jsonl\n",
};

struct MatchOptions {
  RunOptions run;
  std::string scenario;
  std::string recording;
  std::string budget = "2000";
  std::string kinds;
  std::size_t jobs = 0;
  OutputFormat format = OutputFormat::table;
};

void refuse_what_has_no_effect(const RunOptions& run) {
  if (run.seed) throw BadInput{"--seed has no effect: match searches for the seed"};
  if (!run.timing.empty()) throw BadInput{"--timing has no effect: recordings of kubelets need measured timing"};
}

void print(std::ostream& out, const MatchOptions& options, const std::vector<MatchOutcome>& outcomes, bool is_folder) {
  switch (options.format) {
    case OutputFormat::junit:
      return print_match_junit(out, outcomes);
    case OutputFormat::jsonl:
      for (const MatchOutcome& outcome : outcomes) print_document(out, options.format, match_document(outcome));
      return;
    case OutputFormat::json: {
      if (!is_folder) return print_document(out, options.format, match_document(outcomes.front()));
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const MatchOutcome& outcome : outcomes) list.push_back(match_document(outcome));
      return print_document(out, options.format, {{"recordings", std::move(list)}});
    }
    default:
      if (is_folder) return print_matches(out, outcomes);
      out << match_text(outcomes.front());
  }
}

ExitCode match(MatchOptions& options, Context& context) {
  refuse_what_has_no_effect(options.run);
  options.run.files = {options.scenario};
  settle_run_options(options.run);
  static_cast<void>(search_budget(options.budget));
  const reproduce::Compared kinds = kinds_of(options.kinds);
  const MatchPairs found = match_pairs(options.scenario, options.recording);
  if (!found.left_out.empty()) {
    context.diagnostics << fmt::format("podreel match: {} without a recording, for example {}\n",
                                       counted(found.left_out.size(), "scenario"), shown(found.left_out.front()));
  }
  std::vector<MatchTask> tasks;
  for (const MatchPair& pair : found.pairs) tasks.push_back({pair, options.run.load});
  const std::vector<MatchOutcome> outcomes = match_all(tasks, {kinds, options.budget, options.jobs}, context);
  const bool is_alone = !found.is_folder && options.format != OutputFormat::junit;
  if (is_alone && !outcomes.front().refusal.empty()) throw BadInput{outcomes.front().refusal};
  print(context.out, options, outcomes, found.is_folder);
  const auto refused = [](const MatchOutcome& outcome) { return !outcome.refusal.empty(); };
  if (std::ranges::any_of(outcomes, refused)) return ExitCode::bad_input;
  return std::ranges::all_of(outcomes, &MatchOutcome::is_reproduced) ? ExitCode::ok : ExitCode::difference;
}

}  // namespace

void add_match(CLI::App& app, Context& context) {
  auto options = std::make_shared<MatchOptions>();
  CLI::App& verb = new_verb(app, match_words);
  verb.add_option("SCENARIO", options->scenario, "scenario, or folder of scenarios")->type_name("FILE")->required();
  verb.add_option("RECORDING", options->recording, "recording (.jsonl), or folder of recordings")
      ->type_name("FILE")
      ->required();
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::json, OutputFormat::jsonl, OutputFormat::junit});
  verb.add_option("--budget", options->budget, "number of runs per recording, or wall-clock time such as 20s")
      ->type_name("RUNS")
      ->capture_default_str();
  verb.add_option("--kinds", options->kinds,
                  "compare only these: call,event,status,eventWrite,exit,exec (the default), loop, sync")
      ->type_name("KIND,…");
  add_jobs_option(verb, options->jobs, "number of recordings to match");
  add_load_options(verb, options->run);
  set_action(verb, context, [options](Context& world) { return match(*options, world); });
}

}  // namespace podreel::cli
