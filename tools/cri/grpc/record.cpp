#include "tools/cri/grpc/record.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <fstream>
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
std::string refusal_of(const format::Scenario& scenario, std::size_t at_once) {
  const std::vector<std::string> refused = refusals_of(scenario, at_once);
  if (refused.empty()) return {};
  std::string text = "the scenario has steps or settings that are impossible for a real kubelet:";
  for (const std::string& line : refused) text += "\n  " + line;
  return text;
}

/// Removes the scenarios for which `problem_of` returns a message; returns the messages. Throws them if no scenario is
/// left.
template <class ProblemOf>
std::string refuse(cli::RecordRequest& request, ProblemOf problem_of) {
  std::string text;
  std::erase_if(request.scenarios, [&](const cli::RecordedScenario& scenario) {
    const std::string problem = problem_of(scenario.scenario);
    if (problem.empty()) return false;
    if (!text.empty()) text += '\n';
    if (request.is_of_many) text += scenario.file + ": ";
    text += problem;
    return true;
  });
  if (request.scenarios.empty()) throw cli::BadInput{text};
  return text;
}

/// Warns if this machine allows fewer inotify instances than the kubelets need.
void warn_of_limits(std::size_t at_once, cli::Context& context) {
  constexpr std::size_t instances_of_kubelet = 6;
  std::size_t most = 0;
  if (!(std::ifstream{"/proc/sys/fs/inotify/max_user_instances"} >> most)) return;
  if (at_once * instances_of_kubelet <= most) return;
  context.diagnostics << fmt::format(
                             "warning: --parallel: {} kubelets need about {} inotify instances; "
                             "fs.inotify.max_user_instances is {}\n",
                             at_once, at_once * instances_of_kubelet, most)
                      << std::flush;
}

}  // namespace

cli::ExitCode record(const cli::RecordRequest& wanted, cli::Context& context) {
  cli::RecordRequest request = wanted;
  request.is_of_many |= request.scenarios.size() > 1;
  const std::size_t at_once = std::min(request.at_once, request.scenarios.size());
  std::vector<KubeletCommand> commands;
  for (const std::string& command : request.kubelets) commands.push_back(query_command(command));
  const std::string refused = refuse(request, [&](const format::Scenario& scenario) {
    const std::string impossible = refusal_of(scenario, at_once);
    return impossible.empty() ? missing_kubelet(scenario, commands) : impossible;
  });
  if (!refused.empty()) context.diagnostics << fmt::format("podreel record: not recorded: {}\n", refused) << std::flush;
  warn_of_limits(at_once, context);
  TerminationSignals signals;
  Recordings recordings{request, std::move(commands), context};
  signals.on_signal([&recordings] { recordings.give_up(); });
  return std::max(recordings.run(), refused.empty() ? cli::ExitCode::ok : cli::ExitCode::bad_input);
}

}  // namespace podreel::cri
