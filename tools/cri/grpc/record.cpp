#include "tools/cri/grpc/record.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "tools/cri/grpc/recordings.hpp"
#include "tools/cri/record/refusals.hpp"
#include "tools/cri/runtime/wire_limits.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/net/termination_signals.hpp"

namespace podreel::cri {

namespace {

/// Returns why the scenario cannot be recorded; empty if it can.
std::string refusal_of(const format::Scenario& scenario, bool is_alone) {
  const std::vector<std::string> refused = refusals_of(scenario, is_alone);
  if (refused.empty()) return {};
  std::string text = "the scenario has steps or settings that are impossible for a real kubelet:";
  for (const std::string& line : refused) text += "\n  " + line;
  return text;
}

/// Throws if `problem_of` returns a message for any scenario; called before anything is started.
template <class ProblemOf>
void refuse(const cli::RecordRequest& request, ProblemOf problem_of) {
  std::string text;
  for (const cli::RecordedScenario& scenario : request.scenarios) {
    const std::string problem = problem_of(scenario.scenario);
    if (problem.empty()) continue;
    if (!text.empty()) text += '\n';
    if (request.scenarios.size() > 1) text += scenario.file + ": ";
    text += problem;
  }
  if (!text.empty()) throw cli::BadInput{text};
}

void warn_of_errors(const cli::RecordRequest& request, cli::Context& context) {
  for (const cli::RecordedScenario& scenario : request.scenarios) {
    for (const std::string& note : pull_errors_without_code(scenario.scenario)) {
      context.diagnostics << fmt::format("warning: {}: {}\n", scenario.file, note) << std::flush;
    }
  }
}

}  // namespace

cli::ExitCode record(const cli::RecordRequest& request, cli::Context& context) {
  const bool is_alone = std::min(request.at_once, request.scenarios.size()) == 1;
  refuse(request, [is_alone](const format::Scenario& scenario) { return refusal_of(scenario, is_alone); });
  std::vector<KubeletCommand> commands;
  for (const std::string& command : request.kubelets) commands.push_back(query_command(command));
  refuse(request, [&commands](const format::Scenario& scenario) { return missing_kubelet(scenario, commands); });
  warn_of_errors(request, context);
  TerminationSignals signals;
  Recordings recordings{request, std::move(commands), context};
  signals.on_signal([&recordings] { recordings.give_up(); });
  return recordings.run();
}

}  // namespace podreel::cri
