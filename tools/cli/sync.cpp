#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/decide/explain.hpp"
#include "scenarios/batch/release_decider.hpp"
#include "scenarios/batch/sync_session.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/batch_options.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText sync_text{
    .name = "sync",
    .summary = "what SyncPod does to a pod, call by call",
    .description =
        "Reads JSON Lines with a pod, what the runtime has of it, the images on the node and the faults of the "
        "runtime, "
        "runs one SyncPod of the kubelet's release for each, and writes the runtime calls, the results, the events and "
        "the state that is left. Steps of one id share back-offs and images.\n\n"
        "Fields: id, step, steps, pod, status, liveness, startup, images, now (Unix seconds), inject ([{op, match, "
        "error, times}]) and podTerminationRequested. Calls with the same group have no order among them. A fault that "
        "no call met is reported.",
    .examples =
        "# Every recorded case, as 1.30 does it\n"
        "podreel sync -f cases.jsonl --kubelet-version 1.30\n"
        "\n"
        "# With the reasons of the decision\n"
        "podreel sync -f cases.jsonl --explain\n",
};

struct ReadCase {
  batch::SyncCase sync_case;
  std::string file;
  int line = 0;
};

std::vector<ReadCase> read_cases(const BatchOptions& options) {
  std::vector<ReadCase> cases;
  std::vector<api::Problem> problems;
  for_each_line(options.files, [&](std::string_view text, const std::string& file, int line) {
    std::optional<batch::SyncCase> sync_case = batch::read_sync_case(text, file, line, problems);
    if (sync_case) cases.push_back({*std::move(sync_case), file, line});
  });
  if (!problems.empty()) throw BadInput{problems};
  return cases;
}

nlohmann::ordered_json document_of(batch::SyncAnswer answer, bool explain) {
  if (!explain) return std::move(answer.record);
  nlohmann::ordered_json& reasons = answer.record["reasons"] = nlohmann::ordered_json::array();
  for (const decide::Reason& reason : answer.reasons) reasons.push_back(decide::to_json(reason));
  return std::move(answer.record);
}

ExitCode run_sync(const BatchOptions& options, Context& context) {
  batch::SyncSession session{batch::decider_of(kubelet_of(options, context))};
  for (const ReadCase& read : read_cases(options)) {
    batch::SyncAnswer answer = session.run(read.sync_case);
    for (const std::string& fault : answer.unmet_faults) {
      context.diagnostics << fmt::format("{}:{}: {}\n", read.file, read.line, fault);
    }
    print_document(context.out, options.format, document_of(std::move(answer), options.explain));
  }
  return ExitCode::ok;
}

}  // namespace

void add_sync(CLI::App& app, Context& context) {
  auto options = std::make_shared<BatchOptions>();
  CLI::App& verb = new_verb(app, sync_text);
  add_batch_options(verb, *options, "JSON Lines with one case each");
  when_chosen(verb, context, [options](Context& world) { return run_sync(*options, world); });
}

}  // namespace podreel::cli
