#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/conform/confirm_report.hpp"
#include "tools/cli/conform/kubelet_options.hpp"
#include "tools/cli/conform/record_run.hpp"
#include "tools/cli/cri/cri_program.hpp"
#include "tools/cli/explore/explored_workloads.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/cri/record/refusals.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/files/output_folder.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

constexpr VerbText confirm_text{
    .name = "confirm",
    .summary = optional_summary("confirm"),
    .description =
        "Plays counterexamples that podreel explore --save has written to a real kubelet, as podreel record does. Each "
        "recording is checked against the expectations of its scenario, which are the violated invariants.\n\n"
        "A counterexample is confirmed if the recording violates an expectation, too. It is not confirmed if its "
        "faults met the kubelet as in a run of podreel that violates the expectation, and the kubelet did not. It is "
        "not reached if the kubelet was in another state when the faults came, for example because a relist was "
        "earlier. This says nothing about the kubelet.\n\n"
        "The first attempt has the instants of the counterexample. A fault that lasts for a single call gets a longer "
        "time, in which that call is the only one. Later attempts keep the distance to the record before the first "
        "fault as it was observed, and then try other phases of the time until the next relist. The output names the "
        "scenario and the recording of each attempt.\n\n"
        "A recording takes as long as its scenario. A kubelet needs root. The exit code is 0 if all counterexamples "
        "are confirmed, 1 if one is not confirmed or not reached, 2 if the input is wrong, a counterexample cannot be "
        "recorded or its kubelet failed, 3 if a signal ended the recordings.",
    .examples =
        "# Find counterexamples, and play them to a kubelet of that release\n"
        "podreel explore scenarios/sidecar.yaml --kubelet-version 1.36 --budget 3000 --save found\n"
        "podreel confirm found --kubelet ./kubelet\n"
        "\n"
        "# Try ten phases\n"
        "podreel confirm found/sidecar-ended-containers-run-once.yaml --kubelet ./kubelet --attempts 10\n",
};

struct ConfirmOptions {
  KubeletOptions kubelet;
  /// Its files and --speed are used.
  RunOptions run;
  std::size_t attempts = 3;
  OutputFormat format = OutputFormat::table;
};

/// Plays findings in rounds, one attempt of each open finding per round.
class Confirmation {
 public:
  Confirmation(const ConfirmOptions& options, std::vector<cri::KubeletCommand> kubelets)
      : options_{options}, kubelets_{std::move(kubelets)}, folder_{folder_of(options.kubelet, "confirm", kubelets_)} {
    create_folder(folder_);
    for (const std::string& file : input_files(options.run.files, true)) add(file);
  }

  /// Returns false if a signal ended the recordings.
  [[nodiscard]] bool run(Context& context) {
    for (std::size_t attempt = 1; attempt <= options_.attempts; ++attempt) {
      if (!play_round(attempt, context)) return false;
    }
    return true;
  }

  [[nodiscard]] const std::vector<FindingResult>& results() const noexcept { return results_; }
  [[nodiscard]] release::Release kubelet() const noexcept { return kubelets_.front().release; }

 private:
  void add(const std::string& file) {
    if (file == "-") throw BadInput{"confirm does not read standard input; name a file"};
    Finding finding = read_finding(file, kubelet());
    FindingResult result{.name = finding.name, .file = file};
    result.refused = cri::refusals_of(finding.scenario, at_once() == 1);
    std::string missing = cri::missing_kubelet(finding.scenario, kubelets_);
    if (!missing.empty()) result.refused.push_back(std::move(missing));
    if (!finding.met.empty()) result.refused.push_back(finding.met);
    const auto [same, is_new] = files_.emplace(safe_file_name(finding.name), file);
    if (!is_new) {
      throw BadInput{
          fmt::format("{} and {} have the same name: {}", shown(same->second), shown(file), shown(finding.name))};
    }
    findings_.push_back(std::move(finding));
    results_.push_back(std::move(result));
    recorded_.emplace_back();
  }

  [[nodiscard]] std::size_t at_once() const { return kubelets_at_once(options_.kubelet, kubelets_); }

  [[nodiscard]] bool play_round(std::size_t attempt, Context& context) {
    RecordRequest request;
    request.kubelets = options_.kubelet.kubelets;
    request.speed = options_.run.speed.value_or(1);
    request.at_once = at_once();
    std::map<std::string, std::size_t> places;
    std::vector<Finding> played(findings_.size());
    for (std::size_t index = 0; index < findings_.size(); ++index) {
      if (!results_[index].refused.empty() || results_[index].is_confirmed()) continue;
      played[index] = begin_attempt(index, attempt);
      const FindingAttempt& begun = results_[index].attempts.back();
      places.emplace(begun.recording, index);
      request.scenarios.push_back(
          {played[index].scenario, begun.scenario, *played[index].scenario.duration, begun.recording, true});
    }
    const std::string log = (folder_ / fmt::format("record-{}.log", attempt)).string();
    const bool is_complete =
        record_all(std::move(request), log, context, [&](const RecordedScenario& scenario, const std::string& error) {
          results_[places.at(scenario.output)].attempts.back().failure = error;
        });
    if (!is_complete) return false;
    for (const auto& [recording, index] : places) judge(index, played[index]);
    return true;
  }

  /// Writes the scenario of an attempt, and returns it.
  Finding begin_attempt(std::size_t index, std::size_t attempt) {
    const Finding& finding = findings_[index];
    const sim::Duration delay = delay_of(finding, attempt, options_.attempts, recorded_[index]);
    Finding later = delayed(finding, delay);
    const fs::path folder = folder_ / safe_file_name(finding.name);
    create_folder(folder);
    const std::string file = (folder / fmt::format("attempt-{}", attempt)).string();
    OutputFile scenario{file + ".yaml"};
    scenario.stream() << workload_text(later.workload);
    scenario.commit();
    results_[index].attempts.push_back({.delay = delay, .scenario = file + ".yaml", .recording = file + ".jsonl"});
    return later;
  }

  void judge(std::size_t index, const Finding& played) {
    FindingAttempt& attempt = results_[index].attempts.back();
    if (!attempt.failure.empty()) return;
    recorded_[index] = read_records(attempt.recording);
    attempt.verdict = judge_finding(played, recorded_[index]);
  }

  const ConfirmOptions& options_;
  std::vector<cri::KubeletCommand> kubelets_;
  fs::path folder_;
  std::vector<Finding> findings_;
  std::vector<FindingResult> results_;
  /// The last recording of each finding.
  std::vector<std::vector<nlohmann::json>> recorded_;
  /// Files of the findings by their names in the folder.
  std::map<std::string, std::string> files_;
};

ExitCode confirm(ConfirmOptions& options, Context& context) {
  settle_run_options(options.run);
  if (options.attempts == 0) throw BadInput{"--attempts: found 0; accepted: 1 or more"};
  static_cast<void>(input_files(options.run.files, true));
  std::vector<cri::KubeletCommand> kubelets = kubelets_of(options.kubelet);
  if (!context.record) become_cri_program(context);
  Confirmation confirmation{options, std::move(kubelets)};
  const bool is_complete = confirmation.run(context);
  const std::vector<FindingResult>& results = confirmation.results();
  if (options.format == OutputFormat::json) {
    print_document(context.out, options.format, findings_document(confirmation.kubelet(), results));
  } else {
    print_findings(context.out, confirmation.kubelet(), results);
  }
  if (!is_complete) return ExitCode::failure;
  if (!std::ranges::all_of(results, &FindingResult::is_judged)) return ExitCode::bad_input;
  return std::ranges::all_of(results, &FindingResult::is_confirmed) ? ExitCode::ok : ExitCode::difference;
}

}  // namespace

void add_confirm(CLI::App& app, Context& context) {
  auto options = std::make_shared<ConfirmOptions>();
  CLI::App& verb = new_verb(app, confirm_text);
  add_input_options(verb, options->run.files, "counterexamples, or folders of them");
  add_kubelet_options(verb, options->kubelet, "confirm");
  verb.add_option("--attempts", options->attempts, "maximum number of recordings per counterexample")
      ->type_name("N")
      ->capture_default_str();
  verb.add_option("--speed", options->run.speed_text,
                  "simulated seconds per wall-clock second, such as 5x; only for kubelets that run at the same speed")
      ->type_name("FACTOR");
  add_output_format(verb, options->format, {OutputFormat::table, OutputFormat::json});
  set_action(verb, context, [options](Context& world) { return confirm(*options, world); });
}

}  // namespace podreel::cli
