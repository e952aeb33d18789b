// Probes over gRPC, for a simulated kubelet whose pods are really there.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>

#include "engine/runtime.hpp"

namespace podreel::cri {

/// Asks grpc.health.v1.Health/Check. When it is destroyed, what is under way is given up, and answered before.
class HealthProber {
 public:
  using Told = std::function<void(runtime::Runtime::NetworkAnswer)>;

  HealthProber();
  ~HealthProber();
  HealthProber(const HealthProber&) = delete;
  HealthProber& operator=(const HealthProber&) = delete;

  /// `address` is "127.1.2.3:8080". `timeout` zero: for ever. `told` is called once, on a thread of gRPC.
  void probe(const std::string& address, const std::string& service, std::chrono::nanoseconds timeout, Told told);

 private:
  struct Call;

  std::mutex mutex_;
  std::condition_variable ended_;
  std::list<Call> under_way_;
};

}  // namespace podreel::cri
