#include "tools/cri/grpc/server.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "engine/trace/jsonl.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cri/grpc/methods.hpp"
#include "tools/cri/listen_address.hpp"
#include "tools/cri/log_files.hpp"

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

/// A timeline that somebody reads while it grows.
class LiveRecords final : public trace::Sink {
 public:
  LiveRecords(std::ostream& out, sim::Time start) : out_{out}, lines_{out, start} {}
  void write(const trace::Record& record) override {
    lines_.write(record);
    out_.flush();
  }

 private:
  std::ostream& out_;
  trace::JsonlSink lines_;
};

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

/// Kubelets send and take this much.
constexpr int longest_message = 16 << 20;

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

sim::Time wall_clock() {
  return sim::Time{std::chrono::system_clock::now().time_since_epoch()};
}

PacedLoop::Clock clock_from_now() {
  return [began = std::chrono::steady_clock::now()] { return std::chrono::steady_clock::now() - began; };
}

/// What only happens to a simulated node.
void warn_of_timeline(const language::Scenario& scenario, cli::Context& context) {
  const auto left_out = std::ranges::count_if(
      scenario.timeline, [&scenario](const language::Step& step) { return !step.action->creates(scenario.node.name); });
  if (left_out == 0) return;
  context.diagnostics << fmt::format("warning: steps of the timeline that are not played: {}, all but new pods\n",
                                     left_out)
                      << std::flush;
}

}  // namespace

cli::ExitCode serve(const cli::CriRequest& request, cli::Context& context) {
  // Threads inherit what is blocked: signals come to the one that waits for them.
  const sigset_t signals = ending_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  const Pace pace{wall_clock(), request.speed};
  LogFiles logs;
  ServedRuntime served{request.scenario, pace, logs, [&context](const std::string& problem) {
                         context.diagnostics << "podreel cri: " << problem << '\n' << std::flush;
                       }};
  std::optional<LiveRecords> records;
  if (request.prints_records) served.recorder().add(records.emplace(context.out, pace.began()));
  PacedLoop loop{served.scheduler(), pace, clock_from_now()};
  Endpoint endpoint{{served, loop}};
  const std::unique_ptr<grpc::Server> server = listen(endpoint, request.path);
  context.diagnostics << fmt::format("podreel cri: {} on unix://{}\n", request.scenario.name, request.path)
                      << std::flush;

  warn_of_timeline(request.scenario, context);

  std::thread end{[&] {
    int signal = 0;
    sigwait(&signals, &signal);
    server->Shutdown(std::chrono::system_clock::now());
    loop.stop();
  }};
  try {
    loop.run();
  } catch (...) {
    // Calls under way can not be answered any more: ending in order would wait for them.
    unlink(request.path.c_str());
    context.diagnostics << "podreel cri: cannot go on\n" << std::flush;
    std::_Exit(static_cast<int>(cli::ExitCode::failure));
  }
  end.join();
  served.recorder().flush();
  unlink(request.path.c_str());
  return cli::ExitCode::ok;
}

}  // namespace podreel::cri
