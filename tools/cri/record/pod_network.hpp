// The pods of a served runtime on the network of this machine.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/sim/process.hpp"
#include "tools/cri/record/pod_listener.hpp"
#include "tools/cri/record/probed_ports.hpp"
#include "tools/cri/runtime/pod_addresses.hpp"
#include "tools/cri/runtime/served_runtime.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Somebody listens on a port as long as its container runs and its script does not refuse: from the container's start
/// on, and within ten simulated milliseconds of another change. What is answered, and when, the script says.
class PodNetwork {
 public:
  /// Where there is a port, the runtime's pods are at `addresses` from now on. `served` and `loop` must outlive it.
  /// Throws cli::BadInput where a port cannot be had.
  PodNetwork(std::vector<ProbedPort> ports, const PodAddresses& addresses, ServedRuntime& served, PacedLoop& loop,
             PodListener::Complain complain);

  /// How a protocol is spoken that the listener does not know.
  void speak(PortProtocol protocol, PodListener::Serve serve) { listener_.speak(protocol, std::move(serve)); }
  /// Before the loop runs.
  void begin();

 private:
  /// What of a port is open.
  struct Open {
    PodPort at;
    std::string container;
    friend bool operator==(const Open&, const Open&) = default;
  };

  void look();
  void look_again();
  [[nodiscard]] std::map<std::string, ContainerRecordPtr> running_containers() const;
  [[nodiscard]] Open wanted(const ProbedPort& port, const std::map<std::string, ContainerRecordPtr>& running) const;
  [[nodiscard]] sim::Task<> answer(const sim::Process& caller, std::string container, PodListener::Kind kind,
                                   PodListener::Answer told);

  std::vector<ProbedPort> ports_;
  ServedRuntime& served_;
  PacedLoop& loop_;
  sim::Process world_;
  /// In the order of the ports; without a container: closed.
  std::vector<Open> open_;
  PodListener listener_;
};

}  // namespace podreel::cri
