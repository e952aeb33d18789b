// When the API server answers.
#pragma once

#include "engine/apiserver/api_server.hpp"
#include "engine/sim/process.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::simulation {

/// The process behind an API server: started and stopped by the scenario, and, where it runs in pods of the simulated
/// node, up only while their containers are.
class ApiServerProcess {
 public:
  /// All must outlive the process. Looks again whenever the runtime changes.
  ApiServerProcess(const sim::Process& world, apiserver::ApiServer& server, runtime_fake::FakeRuntime& runtime,
                   const language::ApiServerSettings& settings);
  ~ApiServerProcess() = default;
  ApiServerProcess(const ApiServerProcess&) = delete;
  ApiServerProcess& operator=(const ApiServerProcess&) = delete;

  void start();
  void stop();
  /// What it runs in has been up for long.
  void skip_wait();

 private:
  void look();
  [[nodiscard]] bool can_run() const;

  const sim::Process& world_;
  apiserver::ApiServer& server_;
  runtime_fake::FakeRuntime& runtime_;
  const language::ApiServerSettings& settings_;
  bool is_wanted_ = true;
  /// It runs, whether it answers yet or not.
  bool runs_ = true;
  sim::EventId ready_{};
};

}  // namespace podreel::simulation
