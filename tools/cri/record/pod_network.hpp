// The pods of a served runtime on this machine's network.
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

/// Listens on a port while its container runs and its script does not refuse connections: from the container's start,
/// and within ten simulated milliseconds after other changes. The script determines answers and their times.
class PodNetwork {
 public:
  /// If there are ports, the runtime's pods get `addresses` from now on. `served` and `loop` must outlive this object.
  /// Throws cli::BadInput if a port is not available.
  PodNetwork(std::vector<ProbedPort> ports, const PodAddresses& addresses, ServedRuntime& served, PacedLoop& loop,
             PodListener::Complain complain);

  /// Sets the handler of a protocol that the listener does not implement.
  void speak(PortProtocol protocol, PodListener::Serve serve) { listener_.speak(protocol, std::move(serve)); }
  /// Must be called before the loop runs.
  void begin();

 private:
  /// State of a port.
  struct Open {
    PodPort at;
    std::string container;
    friend bool operator==(const Open&, const Open&) = default;
  };

  void look();
  void recheck();
  [[nodiscard]] std::map<std::string, ContainerRecordPtr> running_containers() const;
  [[nodiscard]] Open wanted(const ProbedPort& port, const std::map<std::string, ContainerRecordPtr>& running) const;
  [[nodiscard]] sim::Task<> answer(const sim::Process& caller, std::string container, PodListener::Kind kind,
                                   PodListener::Answer on_answer);

  std::vector<ProbedPort> ports_;
  ServedRuntime& served_;
  PacedLoop& loop_;
  sim::Process world_;
  /// In the order of the ports; a closed port has no container.
  std::vector<Open> open_;
  PodListener listener_;
};

}  // namespace podreel::cri
