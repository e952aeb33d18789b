// Availability of the API server.
#pragma once

#include "engine/apiserver/api_server.hpp"
#include "engine/sim/process.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::simulation {

/// The process of an API server: started and stopped by the scenario, and, if it runs in pods of the simulated node, up
/// only while their containers run.
class ApiServerProcess {
 public:
  /// All must outlive the process. Checks its pods whenever the runtime changes.
  ApiServerProcess(const sim::Process& context, apiserver::ApiServer& server, runtime_fake::FakeRuntime& runtime,
                   const format::ApiServerSettings& settings);
  ~ApiServerProcess() = default;
  ApiServerProcess(const ApiServerProcess&) = delete;
  ApiServerProcess& operator=(const ApiServerProcess&) = delete;

  void start();
  void stop();
  /// Treats the containers that it needs as long-running.
  void skip_wait();

 private:
  void look();
  [[nodiscard]] bool can_run() const;

  const sim::Process& context_;
  apiserver::ApiServer& server_;
  runtime_fake::FakeRuntime& runtime_;
  const format::ApiServerSettings& settings_;
  bool is_wanted_ = true;
  /// The process runs, even if it does not respond yet.
  bool runs_ = true;
  sim::EventId ready_{};
};

}  // namespace podreel::simulation
