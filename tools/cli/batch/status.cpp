#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "scenarios/batch/status_cases.hpp"
#include "tools/cli/batch/batch.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText status_text{
    .name = "status",
    .summary = optional_summary("status"),
    .description =
        "Builds the status that a kubelet reports from the pod, its state in the runtime and the status reported "
        "before. A file holds recorded cases, one JSON object per line ({\"id\", \"pod\", \"status\", \"reasonCache\", "
        "\"oldStatus\", \"readiness\", \"startup\", \"podIsTerminal\"}), or pods as kubectl prints them. For a pod, "
        "the state in the runtime is derived from the pod's status.\n\n"
        "Times that the status manager sets (startTime, lastTransitionTime) are not part of the answer.",
    .examples =
        "# Answer every recorded case as a kubelet of 1.28 with sidecars\n"
        "podreel status -f cases.jsonl --kubelet-version 1.28 --feature-gates SidecarContainers=true -o jsonl\n"
        "\n"
        "# Show why a pod is not Ready\n"
        "kubectl get pod web-0 -o yaml | podreel status --explain -f -\n"
        "\n"
        "# Answer a case, in the format of one line of a file\n"
        "echo '{\"id\":1,\"pod\":{\"metadata\":{\"name\":\"web\"},\"spec\":{\"containers\":["
        "{\"name\":\"app\",\"image\":\"nginx:1.25\"}]}},\"status\":{\"sandboxes\":[{\"id\":\"s1\",\"state\":\"READY\"}]"
        ","
        "\"containers\":[{\"id\":\"c1\",\"name\":\"app\",\"state\":\"exited\",\"exitCode\":1}]},\"reasonCache\":[{"
        "\"container\":\"app\",\"error\":\"CrashLoopBackOff\"}]}' | podreel status -f -\n",
};

/// Formats the number of ready containers as "2/3".
std::string readiness(const api::PodStatus& status) {
  std::size_t ready = 0;
  for (const api::ContainerStatus& container : status.container_statuses) ready += container.ready ? 1 : 0;
  return std::to_string(ready) + "/" + std::to_string(status.container_statuses.size());
}

/// Returns why the pod is not Ready; empty if it is.
std::string complaint(const api::PodStatus& status) {
  const api::PodCondition* ready = api::find_condition(status, "Ready");
  if (ready == nullptr || ready->status == "True") return status.reason;
  return ready->message.empty() ? ready->reason : ready->message;
}

BatchAnswer answer(const batch::StatusCase& situation, const release::Behaviour& kubelet, bool explain) {
  decide::Reasons reasons;
  const api::PodStatus status = batch::report_status(situation, kubelet, explain ? &reasons : nullptr);
  const std::string id = id_text(situation.id);
  BatchAnswer result{{{"id", situation.id}, {"apiStatus", api::to_json(status)}},
                     {id, std::string{api::to_string(status.phase)}, readiness(status), complaint(status)}};
  if (!explain) return result;
  result.document["reasons"] = to_json(reasons);
  result.text = fmt::format("\n{}:\n{}", id, lines_of(reasons));
  return result;
}

ExitCode run_status(const BatchOptions& options, Context& context) {
  const release::Behaviour kubelet = kubelets_of(options, {options.kubelet_version}, context).front();
  const BatchShape shape{{"CASE", "PHASE", "READY", "BECAUSE"}, "statuses"};
  run_batch(options, context, batch::status_cases, shape,
            [&](const auto& read) { return std::optional{answer(read.situation, kubelet, options.explain)}; });
  return ExitCode::ok;
}

}  // namespace

void add_status(CLI::App& app, Context& context) {
  auto options = std::make_shared<BatchOptions>();
  CLI::App& verb = new_verb(app, status_text);
  add_batch_options(verb, *options, {OutputFormat::table, OutputFormat::jsonl, OutputFormat::json, OutputFormat::yaml});
  set_action(verb, context, [options](Context& world) { return run_status(*options, world); });
}

}  // namespace podreel::cli
