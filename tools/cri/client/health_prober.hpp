// gRPC probes of a simulated kubelet with real pods.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>

#include "engine/runtime.hpp"

namespace podreel::cri {

/// Calls grpc.health.v1.Health/Check. The destructor cancels calls in progress and reports their results first.
class HealthProber {
 public:
  using OnResult = std::function<void(runtime::Runtime::NetworkAnswer)>;

  HealthProber();
  ~HealthProber();
  HealthProber(const HealthProber&) = delete;
  HealthProber& operator=(const HealthProber&) = delete;

  /// `address` is for example "127.1.2.3:8080". `timeout` zero: no timeout. `on_result` is called once, on a gRPC
  /// thread.
  void probe(const std::string& address, const std::string& service, std::chrono::nanoseconds timeout,
             OnResult on_result);

 private:
  struct Call;

  std::mutex mutex_;
  std::condition_variable ended_;
  std::list<Call> under_way_;
};

}  // namespace podreel::cri
