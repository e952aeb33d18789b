// Network probes of a simulated kubelet with real pods.
#pragma once

#include <memory>
#include <string>

#include "engine/runtime.hpp"
#include "tools/net/pace.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Connects on a separate thread. Must be destroyed before the loop.
class NetworkProber {
 public:
  NetworkProber(PacedLoop& loop, Pace pace);
  ~NetworkProber();
  NetworkProber(const NetworkProber&) = delete;
  NetworkProber& operator=(const NetworkProber&) = delete;

  /// Probes `ip`, the pod's address, without verifying certificates. `timeout` is simulated time; zero: no timeout. A
  /// reset connection counts as refused. Must be called on the loop's thread.
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
