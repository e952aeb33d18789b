#include "tools/cri/grpc/server.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <unistd.h>

#include "scenarios/format/actions/action.hpp"
#include "tools/cri/grpc/cri_server.hpp"
#include "tools/cri/runtime/live_records.hpp"
#include "tools/cri/runtime/log_files.hpp"
#include "tools/net/machine_watch.hpp"
#include "tools/net/termination_signals.hpp"
#include "tools/net/wall_clock.hpp"

namespace podreel::cri {

namespace {

/// Warns of timeline actions on the kubelet and the API server, which this server does not perform.
void warn_of_timeline(const format::Scenario& scenario, cli::Context& context) {
  std::set<std::string_view> left_out;
  for (const format::Step& step : scenario.timeline) {
    const actions::Action& action = *step.action;
    if (action.side() != actions::Side::runtime && !action.creates(scenario.node.name)) left_out.insert(action.name());
  }
  if (left_out.empty()) return;
  context.diagnostics << fmt::format("warning: actions of the timeline that are not performed here: {}\n",
                                     fmt::join(left_out, ", "))
                      << std::flush;
}

}  // namespace

cli::ExitCode serve(const cli::CriRequest& request, cli::Context& context) {
  TerminationSignals signals;
  const MachineWatch machine;
  const Pace pace{wall_time(), request.speed};
  LogFiles logs;
  ServedRuntime served{request.scenario, pace, logs, [&context](const std::string& problem) {
                         context.diagnostics << "podreel cri: " << problem << '\n' << std::flush;
                       }};
  std::optional<LiveRecords> records;
  if (request.prints_records) served.recorder().add(records.emplace(context.out, pace.began()));
  PacedLoop loop{served.scheduler(), pace, clock_of(pace)};
  CriServer server{{served, loop}, request.path, "--listen"};
  context.diagnostics << fmt::format("podreel cri: {} on unix://{}\n", request.scenario.name, request.path)
                      << std::flush;

  warn_of_timeline(request.scenario, context);

  signals.on_signal([&] {
    server.shut_down();
    loop.stop();
  });
  try {
    loop.run();
  } catch (...) {
    // Calls in progress cannot be answered any more, and an orderly shutdown would wait for them.
    unlink(request.path.c_str());
    context.diagnostics << "podreel cri: internal error, cannot continue\n" << std::flush;
    std::_Exit(static_cast<int>(cli::ExitCode::failure));
  }
  served.recorder().flush();
  context.diagnostics << describe_lateness("podreel cri", loop.lateness(), machine, request.speed);
  return cli::ExitCode::ok;
}

}  // namespace podreel::cri
