#include "tools/cli/report/report_runs.hpp"

#include <fmt/format.h>
#include <optional>
#include <utility>

#include "scenarios/format/load.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/cli/arguments/replay_command.hpp"
#include "tools/cli/arguments/run_lists.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shell_word.hpp"
#include "tools/timeline/run_names.hpp"

namespace podreel::cli {

namespace {

/// The loaded runs, in order, and their warnings.
struct LoadedRuns {
  std::vector<format::Scenario> scenarios;
  std::vector<std::string> commands;
  std::vector<api::Problem> warnings;
};

[[noreturn]] void refuse(std::size_t runs) {
  throw BadInput{
      fmt::format("report shows at most {} runs side by side, but found {}; name fewer files, kubelets, seeds or "
                  "policies, or select runs of a matrix with --kubelet-version and --set",
                  max_page_runs, runs)};
}

std::vector<std::string> kubelets_of(const RunOptions& options) {
  if (options.kubelet_version.empty()) return {""};
  std::vector<std::string> kubelets;
  for (const release::Release kubelet : releases_in(options.kubelet_version)) {
    kubelets.push_back(release::to_string(kubelet));
  }
  return kubelets;
}

std::vector<std::optional<std::uint64_t>> seeds_of(const ReportRuns& wanted) {
  if (wanted.seeds.empty()) return {wanted.run.seed};
  if (wanted.run.seed) throw BadInput{"--seed and --seeds exclude each other"};
  const std::vector<std::uint64_t> seeds = seeds_in(wanted.seeds);
  return {seeds.begin(), seeds.end()};
}

/// Returns parsed options for each combination of a release, a policy and a seed.
std::vector<RunOptions> combinations_of(const ReportRuns& wanted) {
  const std::vector<std::string> kubelets = kubelets_of(wanted.run);
  const std::vector<std::optional<std::uint64_t>> seeds = seeds_of(wanted);
  std::vector<std::string> policies{wanted.run.policy};
  for (const std::string& policy : wanted.against_policies) {
    static_cast<void>(policy_of("--against-policy", policy));
    policies.push_back(policy);
  }
  const std::size_t count = kubelets.size() * policies.size() * seeds.size();
  if (count > max_page_runs) refuse(count);
  std::vector<RunOptions> combinations;
  for (const std::string& kubelet : kubelets) {
    for (const std::string& policy : policies) {
      for (const std::optional<std::uint64_t> seed : seeds) {
        RunOptions& options = combinations.emplace_back(wanted.run);
        options.kubelet_version = kubelet;
        options.policy = policy;
        options.seed = seed;
        settle_run_options(options);
      }
    }
  }
  return combinations;
}

/// Reads a file once for all combinations, because standard input can be read only once.
void load_file(const std::string& file, const std::vector<RunOptions>& combinations, LoadedRuns& runs) {
  const api::LoadedFile documents = api::load_file(file);
  for (const RunOptions& options : combinations) {
    format::Loaded loaded = format::load_scenarios(documents, file, options.load);
    if (!loaded.problems.empty()) throw BadInput{loaded.problems};
    runs.warnings.insert(runs.warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
    for (format::Scenario& scenario : loaded.scenarios) {
      runs.commands.push_back(replay_command(scenario, options));
      runs.scenarios.push_back(std::move(scenario));
    }
  }
}

}  // namespace

std::vector<PageRun> report_runs(const ReportRuns& wanted, Context& context) {
  const std::vector<RunOptions> combinations = combinations_of(wanted);
  LoadedRuns loaded;
  for (const std::string& file : input_files(wanted.run.files)) load_file(file, combinations, loaded);
  warn(loaded.warnings, context);
  if (loaded.scenarios.size() > max_page_runs) refuse(loaded.scenarios.size());
  const std::vector<std::string> names = names_of_differences(loaded.scenarios);
  std::vector<PageRun> runs;
  for (std::size_t run = 0; run < loaded.scenarios.size(); ++run) {
    runs.push_back({std::move(loaded.scenarios[run]), loaded.commands[run], names[run]});
  }
  return runs;
}

std::string report_command(const ReportRuns& wanted) {
  std::string command = verb_command("report", wanted.run);
  if (!wanted.seeds.empty()) command += " --seeds " + shell_word(wanted.seeds);
  for (const std::string& policy : wanted.against_policies) command += " --against-policy " + shell_word(policy);
  return command;
}

}  // namespace podreel::cli
