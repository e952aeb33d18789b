// A scenario's fake runtime and its environment, for servers.
#pragma once

#include <functional>
#include <string>

#include "engine/sim/scheduler.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/cri/runtime/callers.hpp"
#include "tools/cri/runtime/runtime_service.hpp"

namespace podreel::cri {

/// Runs in simulated time, which begins with `pace`. Not thread-safe.
class ServedRuntime {
 public:
  /// `complain` receives errors, one line each.
  /// `budget` limits the memory of sandboxes, containers and images that clients create.
  ServedRuntime(const format::Scenario& scenario, Pace pace, Logs& logs, EventFeed::Complain complain,
                const net::MemoryBudget& budget = net::MemoryBudget{});
  ~ServedRuntime();
  ServedRuntime(const ServedRuntime&) = delete;
  ServedRuntime& operator=(const ServedRuntime&) = delete;

  [[nodiscard]] sim::Scheduler& scheduler() noexcept { return scheduler_; }
  [[nodiscard]] trace::Recorder& recorder() noexcept { return recorder_; }
  [[nodiscard]] runtime_fake::FakeRuntime& runtime() noexcept { return runtime_; }
  [[nodiscard]] Store& store() noexcept { return store_; }
  [[nodiscard]] RuntimeService& service() noexcept { return service_; }
  [[nodiscard]] Callers& callers() noexcept { return callers_; }

 private:
  timing::Timing timing_;
  sim::Scheduler scheduler_;
  sim::Process process_;
  trace::Recorder recorder_;
  runtime_fake::FakeRuntime runtime_;
  ScenarioPods pods_;
  KnownImages images_;
  Store store_;
  EventFeed feed_;
  RuntimeService service_;
  Callers callers_;
};

}  // namespace podreel::cri
