// Probes over the network, for a simulated kubelet whose pods are really there.
#pragma once

#include <memory>
#include <string>

#include "engine/runtime.hpp"
#include "tools/net/pace.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Connects on a thread of its own. To be destroyed before the loop.
class NetworkProber {
 public:
  NetworkProber(PacedLoop& loop, Pace pace);
  ~NetworkProber();
  NetworkProber(const NetworkProber&) = delete;
  NetworkProber& operator=(const NetworkProber&) = delete;

  /// On the loop's thread. `ip` is the pod's; of its certificate anything is believed. `timeout` in simulated time,
  /// zero: for ever. Whoever resets the connection has refused it, too.
  [[nodiscard]] sim::Task<runtime::Runtime::NetworkAnswer> probe(const sim::Process& caller, std::string ip,
                                                                 runtime::Runtime::NetworkProbe probe,
                                                                 sim::Duration timeout);

 private:
  class Running;
  PacedLoop& loop_;
  Pace pace_;
  std::unique_ptr<Running> running_;
};

}  // namespace podreel::cri
