#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/printable.hpp"
#include "scenarios/batch/sync_session.hpp"
#include "tools/cli/batch/batch.hpp"
#include "tools/cli/batch/sync_text.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText sync_verb_text{
    .name = "sync",
    .summary = optional_summary("sync"),
    .description =
        "Reads JSON Lines with a pod, its state in the runtime, the images on the node and the faults of the runtime, "
        "or pods as kubectl prints them. For a pod, the state in the runtime is derived from the pod's status. Runs "
        "one SyncPod of the kubelet's release for each case. Writes the runtime calls, the results, the events and the "
        "resulting state. Steps with the same id share back-offs and images.\n\n"
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

ExitCode run_sync(const BatchOptions& options, Context& context) {
  batch::SyncSession session{batch::decider_of(kubelets_of(options, {options.kubelet_version}, context).front())};
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
  auto options = std::make_shared<BatchOptions>();
  CLI::App& verb = new_verb(app, sync_verb_text);
  add_batch_options(verb, *options, {OutputFormat::jsonl, OutputFormat::table, OutputFormat::json, OutputFormat::yaml});
  set_action(verb, context, [options](Context& world) { return run_sync(*options, world); });
}

}  // namespace podreel::cli
