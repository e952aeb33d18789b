#include "tools/cri/record/pod_network.hpp"

#include <fmt/format.h>
#include <utility>

#include "tools/files/bad_input.hpp"

namespace podreel::cri {

namespace {

using Kind = runtime::Runtime::NetworkProbe::Kind;

constexpr sim::Duration between_looks = std::chrono::milliseconds{10};

/// Returns the kind of the scripted endpoint that answers.
Kind kind_of(PortProtocol protocol) {
  if (protocol == PortProtocol::tcp) return Kind::tcp;
  return protocol == PortProtocol::grpc ? Kind::grpc : Kind::http;
}

}  // namespace

PodNetwork::PodNetwork(std::vector<ProbedPort> ports, const PodAddresses& addresses, ServedRuntime& served,
                       PacedLoop& loop, PodListener::Complain complain)
    : ports_{std::move(ports)},
      served_{served},
      loop_{loop},
      world_{served.scheduler()},
      open_(ports_.size()),
      listener_{[this](const std::string& container, Kind kind, PodListener::Answer on_answer) {
                  loop_.post([this, container, kind, on_answer = std::move(on_answer)] {
                    served_.callers().begin(
                        [&](const sim::Process& caller) { return answer(caller, container, kind, on_answer); });
                  });
                },
                std::move(complain)} {
  for (const ProbedPort& port : ports_) {
    if (const auto problem = PodListener::problem_with({addresses.unused(), port.port})) {
      throw cli::BadInput{fmt::format("{}: port {} is needed for probes or hooks: {}", port.pod, port.port, *problem)};
    }
  }
  if (!ports_.empty()) served_.store().show_pods_at(addresses);
}

void PodNetwork::begin() {
  if (ports_.empty()) return;
  served_.service().on_started([this] { look(); });
  recheck();
}

/// Returns the running containers by "namespace/name/container".
std::map<std::string, ContainerRecordPtr> PodNetwork::running_containers() const {
  std::map<std::string, ContainerRecordPtr> running;
  for (const auto& [id, container] : served_.store().containers().all()) {
    const SandboxRecordPtr sandbox = served_.store().sandboxes().find(container->sandbox_id);
    if (sandbox == nullptr || served_.store().view(container).state != runtime::ContainerState::running) continue;
    const SandboxMetadata& pod = sandbox->config.metadata;
    running[fmt::format("{}/{}/{}", pod.namespace_name, pod.name, container->config.name)] = container;
  }
  return running;
}

PodNetwork::Open PodNetwork::wanted(const ProbedPort& port,
                                    const std::map<std::string, ContainerRecordPtr>& running) const {
  const auto found = running.find(port.pod + "/" + port.container);
  if (found == running.end()) return {};
  const ContainerRecord& container = *found->second;
  const auto steady = served_.runtime().steady_network_answer(container.inner_id, kind_of(port.protocol));
  if (steady && steady->answer.refused) return {};
  const SandboxRecordPtr sandbox = served_.store().sandboxes().find(container.sandbox_id);
  const std::string ip = served_.store().view(sandbox).ip;
  if (ip.empty()) return {};
  return {{ip, port.port}, std::string{container.inner_id.view()}};
}

void PodNetwork::look() {
  const std::map<std::string, ContainerRecordPtr> running = running_containers();
  for (std::size_t index = 0; index < ports_.size(); ++index) {
    Open now = wanted(ports_[index], running);
    Open& before = open_[index];
    if (now == before) continue;
    if (!before.container.empty()) listener_.close(before.at);
    if (!now.container.empty()) listener_.open(now.at, ports_[index].protocol, now.container);
    before = std::move(now);
  }
}

void PodNetwork::recheck() {
  world_.after(between_looks, [this] {
    look();
    recheck();
  });
}

sim::Task<> PodNetwork::answer(const sim::Process& caller, std::string container, Kind kind,
                               PodListener::Answer on_answer) {
  memory::Text id{container};
  runtime::Runtime::NetworkProbe probe;
  probe.kind = kind;
  const auto given = co_await served_.runtime().probe_network(caller, std::move(id), std::move(probe), sim::Duration{});
  on_answer(given);
}

}  // namespace podreel::cri
