#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/printable.hpp"
#include "scenarios/batch/sync_session.hpp"
#include "tools/cli/batch/batch.hpp"
#include "tools/cli/batch/policy_cases.hpp"
#include "tools/cli/batch/sync_text.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

constexpr VerbText sync_verb_text{
    .name = "sync",
    .summary = optional_summary("sync"),
    .description =
        "Reads JSON Lines with a pod, its state in the runtime, the images on the node and the faults of the runtime, "
        "or pods as kubectl prints them. For a pod, the state in the runtime is derived from the pod's status. Runs "
        "one SyncPod of the kubelet's release for each case. Writes the runtime calls, the results, the events and the "
        "resulting state. Steps with the same id share back-offs and images.\n\n"
        "With --against-policy, the cases that two identity policies sync differently are printed, grouped by cause, "
        "and "
        "the exit status is 1 if a difference is not in the list of --accept. -o jsonl then prints one object.\n\n"
        "Assumptions about what a pod's status does not say are listed in \"assumed\". podreel decide -o case turns a "
        "pod into a case that you can edit.\n\n"
        "Fields: id, step, steps, pod, status, liveness, startup, images, now (Unix seconds), inject ([{op, match, "
        "error, times}]), podTerminationRequested and backOffs ([{container, seconds}]). Calls with the same group are "
        "unordered among themselves. A fault that matches no call is reported.",
    .examples =
        "# Show the calls of the next sync of a pod of a live cluster\n"
        "kubectl get pod web-0 -o yaml | podreel sync -f - -o table\n"
        "\n"
        "# Sync every recorded case with 1.30\n"
        "podreel sync -f cases.jsonl --kubelet-version 1.30\n"
        "\n"
        "# Add the reasons of the decision\n"
        "podreel sync -f cases.jsonl --explain\n"
        "\n"
        "# Sync a case, in the format of one line of a file\n"
        "echo '{\"id\":1,\"pod\":{\"metadata\":{\"name\":\"web\"},\"spec\":{\"containers\":["
        "{\"name\":\"app\",\"image\":\"nginx:1.25\"}]}},\"status\":{\"sandboxes\":[{\"id\":\"s1\",\"state\":\"READY\"}]"
        ","
        "\"containers\":[{\"id\":\"c1\",\"name\":\"app\",\"state\":\"exited\",\"exitCode\":1}]},\"images\":[\"nginx:1."
        "25\"],\"inject\":[{\"op\":\"StartContainer\",\"error\":\"no space left\",\"times\":1}]}' | podreel sync -f "
        "-\n",
};

struct SyncOptions : BatchOptions {
  RegressionOptions regression;
};

/// Describes the first member of the records that differs, and within lists the first item.
void describe(PolicyDifference& difference, const ordered_json& first, const ordered_json& second) {
  for (const auto& [name, value] : first.items()) {
    const ordered_json other = second.value(name, ordered_json{});
    if (value == other) continue;
    difference.where = "in " + name;
    if (!value.is_array() || !other.is_array()) {
      difference.with_policy = value.dump();
      difference.with_against = other.dump();
      return;
    }
    const auto [one, another] = std::ranges::mismatch(value, other);
    difference.with_policy = one == value.end() ? "" : one->dump();
    difference.with_against = another == other.end() ? "" : another->dump();
    return;
  }
}

/// Compares the syncs of two policies; no value if they are equal.
std::optional<PolicyDifference> compare_policies(const batch::SyncCase& sync_case, batch::SyncSession& first,
                                                 batch::SyncSession& second, const PolicyRegressions& results) {
  const batch::SyncAnswer one = first.run(sync_case);
  const batch::SyncAnswer other = second.run(sync_case);
  if (one.record == other.record) return std::nullopt;
  PolicyDifference difference{.cause = cause_of(one.reasons, other.reasons, results)};
  describe(difference, one.record, other.record);
  return difference;
}

ExitCode sync_with_policies(const SyncOptions& options, Context& context) {
  const RegressionOptions& regression = options.regression;
  batch::SyncSession first{decider_with("--policy", regression.policy, options, context)};
  batch::SyncSession second{decider_with("--against-policy", regression.against_policy, options, context)};
  const PolicyRegressions results = empty_regressions(regression);
  return compare_cases(options, regression, context, batch::sync_cases, results, [&](const batch::SyncCase& sync_case) {
    return std::pair{id_text(sync_case.situation.id), compare_policies(sync_case, first, second, results)};
  });
}

ExitCode run_sync(const SyncOptions& options, Context& context) {
  check_regression(options.regression, options);
  if (!options.regression.against_policy.empty()) return sync_with_policies(options, context);
  batch::SyncSession session{decider_with("--policy", options.regression.policy, options, context)};
  run_batch(options, context, batch::sync_cases, BatchShape{.list = "syncs"}, [&](const auto& read) {
    batch::SyncAnswer answer = session.run(read.situation);
    for (const std::string& fault : answer.unmet_faults) {
      context.diagnostics << fmt::format("{}:{}: {}\n", api::printable_line(read.file), read.line,
                                         api::printable_line(fault));
    }
    const std::vector<std::string>& assumed = read.situation.situation.observed.assumed;
    if (!assumed.empty()) answer.record["assumed"] = assumed;
    if (is_table(options.format)) {
      std::string text = sync_text(answer.record);
      if (options.explain) text += lines_of(answer.reasons);
      return std::optional{BatchAnswer{{}, {}, std::move(text)}};
    }
    if (options.explain) answer.record["reasons"] = to_json(answer.reasons);
    return std::optional{BatchAnswer{std::move(answer.record)}};
  });
  return ExitCode::ok;
}

}  // namespace

void add_sync(CLI::App& app, Context& context) {
  auto options = std::make_shared<SyncOptions>();
  CLI::App& verb = new_verb(app, sync_verb_text);
  add_batch_options(
      verb, *options,
      {OutputFormat::jsonl, OutputFormat::table, OutputFormat::json, OutputFormat::yaml, OutputFormat::junit});
  add_policy_options(verb, options->regression);
  set_action(verb, context, [options](Context& world) { return run_sync(*options, world); });
}

}  // namespace podreel::cli
