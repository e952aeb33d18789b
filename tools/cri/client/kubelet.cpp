#include "tools/cri/client/kubelet.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <ostream>
#include <system_error>

#include "engine/timing/timing.hpp"
#include "engine/trace/text_timeline.hpp"
#include "scenarios/format/actions/action.hpp"
#include "scenarios/simulation/node.hpp"
#include "tools/cri/client/connection.hpp"
#include "tools/cri/client/remote_api.hpp"
#include "tools/cri/client/static_pod_reader.hpp"
#include "tools/cri/client/wire_runtime.hpp"
#include "tools/cri/kubelet_log/written_log.hpp"
#include "tools/cri/runtime/live_records.hpp"
#include "tools/cri/runtime/wire_limits.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/net/machine_watch.hpp"
#include "tools/net/paced_loop.hpp"
#include "tools/net/termination_signals.hpp"
#include "tools/net/wall_clock.hpp"

namespace podreel::cri {

namespace {

void reject_unsupported(const format::Scenario& scenario, cli::Context& context) {
  WireLimits limits = wire_limits(scenario);
  std::ranges::move(network_limits(scenario), std::back_inserter(limits.refused));
  std::ranges::move(pull_errors_without_code(scenario), std::back_inserter(limits.left_out));
  for (const std::string& left_out : limits.left_out) {
    context.diagnostics << fmt::format("warning: {}\n", left_out) << std::flush;
  }
  if (limits.refused.empty()) return;
  std::string text = "the scenario needs features that are not available over CRI:";
  for (const std::string& refused : limits.refused) text += "\n  " + refused;
  throw cli::BadInput{text};
}

/// Returns what kubelets take for the boot id (--boot-id-file of cadvisor).
memory::Text machine_boot_id() {
  std::ifstream file{"/proc/sys/kernel/random/boot_id"};
  std::string id;
  file >> id;
  return memory::Text{id};
}

/// A node whose kubelet uses a CRI socket.
class PacedKubelet {
 public:
  PacedKubelet(const cli::KubeletRequest& request, cli::Context& context)
      : request_{request},
        timing_{sim::Choices{request.scenario.seed, request.scenario.choices}, request.scenario.timing},
        node_{request.scenario, timing_, request.api_server ? std::optional{wall_time()} : std::nullopt},
        world_{node_.scheduler()},
        pace_{node_.start_time(), request.speed},
        loop_{node_.scheduler(), pace_, clock_of(pace_)},
        connection_{request.path, loop_, pace_},
        prober_{loop_, pace_},
        runtime_{connection_, prober_, pace_, node_.recorder(),
                 request.scenario.node.kubelet.config.runtime_request_timeout} {
    if (request.prints_records) {
      node_.recorder().add(records_.emplace(context.out, node_.start_time()));
    } else if (request.verbosity > 0) {
      node_.recorder().add(log_.emplace(context.diagnostics, request.scenario.node.kubelet.version, request.verbosity,
                                        pace_, [this](std::string_view pod) { return uid_of(pod); }));
    } else {
      node_.recorder().add(text_.emplace(context.out, node_.start_time()));
    }
    node_.skip_idle_work(false);
    node_.use_runtime(runtime_);
    if (request.api_server) remote_.emplace(node_, loop_, *request.api_server);
  }
  ~PacedKubelet() { node_.scheduler().clear(); }
  PacedKubelet(const PacedKubelet&) = delete;
  PacedKubelet& operator=(const PacedKubelet&) = delete;

  void find_runtime() {
    constexpr std::chrono::seconds patience{5};
    if (const auto problem = connection_.wait_until_ready(patience)) {
      throw cli::BadInput{fmt::format("--runtime-endpoint: no runtime answers on '{}': {}", request_.path, *problem)};
    }
  }

  void find_api_server() {
    if (!remote_) return;
    if (const std::string problem = remote_->connect(); !problem.empty()) {
      throw cli::BadInput{fmt::format("--kubeconfig: no API server answers at {}:{}: {}", request_.api_server->host,
                                      request_.api_server->port, problem)};
    }
  }

  void find_static_pods(cli::Context& context) {
    if (request_.static_pod_path.empty()) return;
    try {
      static_pods_.emplace(request_.static_pod_path, node_.static_pods(), loop_,
                           [&context](const std::string& problem) {
                             context.diagnostics << problem + '\n' << std::flush;
                           });
    } catch (const std::system_error& error) {
      throw cli::BadInput{fmt::format("staticPodPath: {}", error.what())};
    }
  }

  /// Runs a kubelet that starts now, on a node that may already be registered.
  void run_for_remote() {
    node_.description().boot_id = machine_boot_id();
    if (node_.api_server().boot_id().empty()) node_.api_server().set_boot_id(node_.description().boot_id);
    node_.start_kubelet();
    remote_->begin();
    if (static_pods_) static_pods_->begin();
    loop_.run_from_now();
    node_.recorder().flush();
  }

  void run() {
    if (remote_) return run_for_remote();
    for (const format::Step& step : request_.scenario.timeline) {
      if (step.action->side() != actions::Side::runtime) step.action->prepare(node_);
    }
    node_.boot();
    for (const format::Step& step : request_.scenario.timeline) {
      if (step.action->side() == actions::Side::runtime) continue;
      world_.at(node_.start_time() + step.at, [this, action = step.action] {
        action->perform(node_);
        connection_.drop_ended();
      });
    }
    if (request_.length) world_.at_end_of(node_.start_time() + *request_.length, [this] { loop_.stop(); });
    loop_.run_from_now();
    node_.recorder().flush();
  }

  [[nodiscard]] PacedLoop& loop() noexcept { return loop_; }

 private:
  [[nodiscard]] std::string uid_of(std::string_view pod) {
    const api::PodPtr found = node_.api_server().find(pod);
    return found ? std::string{found->metadata.uid.view()} : std::string{};
  }

  const cli::KubeletRequest& request_;
  timing::Timing timing_;
  simulation::Node node_;
  sim::Process world_;
  std::optional<LiveRecords> records_;
  std::optional<trace::TextTimeline> text_;
  std::optional<WrittenLog> log_;
  Pace pace_;
  PacedLoop loop_;
  Connection connection_;
  NetworkProber prober_;
  WireRuntime runtime_;
  /// No value: the node has its own API server.
  std::optional<RemoteApi> remote_;
  /// No value: the node has its own static pods only.
  std::optional<StaticPodReader> static_pods_;
};

}  // namespace

cli::ExitCode run_kubelet(const cli::KubeletRequest& request, cli::Context& context) {
  reject_unsupported(request.scenario, context);
  TerminationSignals signals;
  const MachineWatch machine;
  PacedKubelet kubelet{request, context};
  kubelet.find_runtime();
  kubelet.find_api_server();
  kubelet.find_static_pods(context);
  signals.on_signal([&kubelet] { kubelet.loop().stop(); });
  kubelet.run();
  context.diagnostics << describe_lateness("podreel kubelet", kubelet.loop().lateness(), machine, request.speed);
  return cli::ExitCode::ok;
}

}  // namespace podreel::cri
