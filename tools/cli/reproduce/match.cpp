#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/reproduce/match_report.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText match_words{
    .name = "match",
    .summary = optional_summary("match"),
    .description =
        "Holds what a kubelet left (.jsonl, as podreel run -o jsonl writes) against the scenario that it went through: "
        "first under the seeds 1 to 64, then by changing choices, as podreel reproduce does. Calls, events and "
        "statuses must be the same, in the same order, and as far apart as a real kubelet's jitter allows; identities "
        "and times of day do not count. Where a recording has not all of these, as what podreel cri prints, --kinds "
        "says which count; loop and sync, what the sync loop takes up and the pod workers do, only count where they "
        "are "
        "named.\n\n"
        "Of a recording that no run tells it prints where the nearest one parts from it: both sides, what podreel "
        "would have taken for the same there, and what decides it: the rows of the behaviour table that, turned "
        "around alone, let podreel come farther (podreel versions RELEASE), the sites of the timing table whose "
        "choices move it (podreel versions --timing), and the rules by which the simulated kubelet did what it did.\n\n"
        "Of two folders, a recording belongs to the scenario of its name, or of the longest end of its path, or to the "
        "only one of that file name: 1.30/oom.jsonl to 1.30/oom.yaml, oom.yaml or issues/oom.yaml. The exit code is 0 "
        "if all are told, 1 if one is not, 2 if one "
        "cannot be read or has no scenario.",
    .examples =
        "# Did this kubelet do what podreel says?\n"
        "podreel match crash-loop.yaml recorded.jsonl\n"
        "\n"
        "# The conformance of a kubelet build, for CI\n"
        "podreel match scenarios recorded/{newest} --kubelet-version {newest} -o junit > conformance.xml\n"
        "\n"
        "# A real kubelet on podreel cri, whose runtime calls are all that was recorded\n"
        "podreel cri crash-loop.yaml --listen unix:///tmp/podreel.sock -o jsonl > calls.jsonl\n"
        "podreel match crash-loop.yaml calls.jsonl --kinds call\n"
        "\n"
        "# As long as it takes half a minute each\n"
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
  if (run.seed) throw BadInput{"--seed: the seed is what is looked for"};
  if (!run.timing.empty()) throw BadInput{"--timing: a kubelet that was recorded took its time"};
}

/// "call,event": of the kinds only these; the usual three where none is named.
reproduce::Compared kinds_in(const std::string& text) {
  if (text.empty()) return {};
  reproduce::Compared compared{.calls = false, .events = false, .statuses = false};
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view kind = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(kind.size() + 1, rest.size()));
    if (kind == "call") {
      compared.calls = true;
    } else if (kind == "event") {
      compared.events = true;
    } else if (kind == "status") {
      compared.statuses = true;
    } else if (kind == "loop") {
      compared.loops = true;
    } else if (kind == "sync") {
      compared.syncs = true;
    } else {
      throw BadInput{fmt::format("--kinds: found \"{}\"; accepted: call, event, status, loop, sync, parted by commas",
                                 shown(kind))};
    }
  }
  return compared;
}

MatchOutcome matched(const MatchPair& pair, const MatchOptions& options) {
  MatchOutcome outcome{pair};
  const auto begin = std::chrono::steady_clock::now();
  try {
    if (pair.scenario.empty()) throw BadInput{fmt::format("no scenario has the name of {}", shown(pair.recording))};
    const reproduce::Recording recording =
        read_recording(pair.scenario, pair.recording, options.run.load, kinds_in(options.kinds));
    outcome.found = reproduce::search_choices(recording, search_budget(options.budget));
    if (outcome.found.nearest.difference)
      outcome.divergence = reproduce::divergence_of(recording, outcome.found.nearest);
  } catch (const BadInput& bad) {
    outcome.refusal = bad.what();
  }
  outcome.took = std::chrono::steady_clock::now() - begin;
  return outcome;
}

/// In the order of the pairs.
std::vector<MatchOutcome> matched_all(const std::vector<MatchPair>& pairs, const MatchOptions& options,
                                      Context& context) {
  Progress progress{context.diagnostics, context.diagnostics_terminal, "recordings", pairs.size(),
                    Progress::Of::things};
  std::vector<MatchOutcome> outcomes(pairs.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::size_t done = 0;
  std::exception_ptr error;
  const auto work = [&] {
    for (std::size_t index = next++; index < pairs.size(); index = next++) {
      try {
        outcomes[index] = matched(pairs[index], options);
      } catch (...) {
        const std::lock_guard lock{mutex};
        error = std::current_exception();
        next = pairs.size();
      }
      const std::lock_guard lock{mutex};
      progress.at(++done);
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t count = std::min(jobs_of(options.jobs, context), pairs.size());
    for (std::size_t thread = 1; thread < count; ++thread) threads.emplace_back(work);
    work();
  }
  if (error) std::rethrow_exception(error);
  return outcomes;
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
  static_cast<void>(kinds_in(options.kinds));
  const MatchPairs found = match_pairs(options.scenario, options.recording);
  if (!found.left_out.empty()) {
    context.diagnostics << fmt::format("podreel match: {} without a recording, such as {}\n",
                                       counted(found.left_out.size(), "scenario"), shown(found.left_out.front()));
  }
  const std::vector<MatchOutcome> outcomes = matched_all(found.pairs, options, context);
  const bool is_alone = !found.is_folder && options.format != OutputFormat::junit;
  if (is_alone && !outcomes.front().refusal.empty()) throw BadInput{outcomes.front().refusal};
  print(context.out, options, outcomes, found.is_folder);
  const auto refused = [](const MatchOutcome& outcome) { return !outcome.refusal.empty(); };
  if (std::ranges::any_of(outcomes, refused)) return ExitCode::bad_input;
  return std::ranges::all_of(outcomes, &MatchOutcome::is_told) ? ExitCode::ok : ExitCode::difference;
}

}  // namespace

void add_match(CLI::App& app, Context& context) {
  auto options = std::make_shared<MatchOptions>();
  CLI::App& verb = new_verb(app, match_words);
  verb.add_option("SCENARIO", options->scenario, "the scenario, or a folder of scenarios")
      ->type_name("FILE")
      ->required();
  verb.add_option("RECORDING", options->recording, "what was recorded (.jsonl), or a folder of recordings")
      ->type_name("FILE")
      ->required();
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::json, OutputFormat::jsonl, OutputFormat::junit});
  verb.add_option("--budget", options->budget, "how many runs to try for each, or for how long, as 20s")
      ->type_name("RUNS")
      ->capture_default_str();
  verb.add_option("--kinds", options->kinds,
                  "hold only these against each other: call,event,status (the default), loop, sync")
      ->type_name("KIND,…");
  add_jobs_option(verb, options->jobs, "how many recordings to hold");
  add_load_options(verb, options->run);
  when_chosen(verb, context, [options](Context& world) { return match(*options, world); });
}

}  // namespace podreel::cli
