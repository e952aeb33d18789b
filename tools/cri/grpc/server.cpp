#include "tools/cri/grpc/server.hpp"

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "scenarios/actions/action.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cri/ending_signals.hpp"
#include "tools/cri/grpc/bytes.hpp"
#include "tools/cri/grpc/methods.hpp"
#include "tools/cri/listen_address.hpp"
#include "tools/cri/live_records.hpp"
#include "tools/cri/log_files.hpp"
#include "tools/cri/machine_watch.hpp"
#include "tools/cri/wall_clock.hpp"

namespace podreel::cri {

namespace {

/// Every call arrives here, of whatever service.
class Endpoint final : public grpc::CallbackGenericService {
 public:
  explicit Endpoint(const Host& host) : host_{host} {}
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override {
    return Rpc::begin(host_, context->method(), method_of(context->method()));
  }

 private:
  Host host_;
};

std::unique_ptr<grpc::Server> listen(Endpoint& endpoint, const std::string& path) {
  if (const auto problem = make_way(path)) throw cli::BadInput{"--listen: " + *problem};
  grpc::ServerBuilder builder;
  builder.SetMaxReceiveMessageSize(longest_message);
  builder.RegisterCallbackGenericService(&endpoint);
  builder.AddListeningPort("unix:" + path, grpc::InsecureServerCredentials());
  // Nobody else may use the socket, from its first instant on.
  const mode_t before = umask(S_IXUSR | S_IRWXG | S_IRWXO);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  umask(before);
  if (!server) throw cli::BadInput{fmt::format("--listen: cannot listen on '{}'", path)};
  return server;
}

/// What the kubelet and the API server would have to do, and their owner does not know of.
void warn_of_timeline(const language::Scenario& scenario, cli::Context& context) {
  std::set<std::string_view> left_out;
  for (const language::Step& step : scenario.timeline) {
    const actions::Action& action = *step.action;
    if (action.side() != actions::Side::runtime && !action.creates(scenario.node.name)) left_out.insert(action.name());
  }
  if (left_out.empty()) return;
  context.diagnostics << fmt::format("warning: of the timeline, left to whoever has the kubelet: {}\n",
                                     fmt::join(left_out, ", "))
                      << std::flush;
}

}  // namespace

cli::ExitCode serve(const cli::CriRequest& request, cli::Context& context) {
  EndingSignals signals;
  const MachineWatch machine;
  const Pace pace{wall_time(), request.speed};
  LogFiles logs;
  ServedRuntime served{request.scenario, pace, logs, [&context](const std::string& problem) {
                         context.diagnostics << "podreel cri: " << problem << '\n' << std::flush;
                       }};
  std::optional<LiveRecords> records;
  if (request.prints_records) served.recorder().add(records.emplace(context.out, pace.began()));
  PacedLoop loop{served.scheduler(), pace, clock_of(pace)};
  Endpoint endpoint{{served, loop}};
  const std::unique_ptr<grpc::Server> server = listen(endpoint, request.path);
  context.diagnostics << fmt::format("podreel cri: {} on unix://{}\n", request.scenario.name, request.path)
                      << std::flush;

  warn_of_timeline(request.scenario, context);

  signals.when_one_comes([&] {
    server->Shutdown(std::chrono::system_clock::now());
    loop.stop();
  });
  try {
    loop.run();
  } catch (...) {
    // Calls under way can not be answered any more: ending in order would wait for them.
    unlink(request.path.c_str());
    context.diagnostics << "podreel cri: cannot go on\n" << std::flush;
    std::_Exit(static_cast<int>(cli::ExitCode::failure));
  }
  served.recorder().flush();
  context.diagnostics << told_lateness("podreel cri", loop.lateness(), machine, request.speed);
  unlink(request.path.c_str());
  return cli::ExitCode::ok;
}

}  // namespace podreel::cri
