// What keeps the sync loop from working: a runtime that does not answer, a PLEG that has not relisted.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/change_feed.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/runtime.go and updateRuntimeUp: the runtime's status is asked every 5 s; 30 s without an answer and the
/// runtime counts as down.
class RuntimeState {
 public:
  RuntimeState(const sim::Process& process, runtime::Runtime& runtime, const runtime::ChangeFeed& changes,
               Ticker check) noexcept
      : process_{process}, runtime_{runtime}, changes_{changes}, check_{check} {}

  /// A further health check (the PLEG's), with the name that messages give it.
  void add_health_check(std::string name, std::function<std::optional<std::string>()> check);

  /// The runtime may have stopped to answer: watch it until it answers again. While it does answer, asking it every
  /// 5 s is accounted for instead of being done.
  void suspect();

  /// Why the loop must not work now, as in "Skipping pod synchronization: …"; nothing if all is well.
  [[nodiscard]] std::optional<std::string> problem() const;

 private:
  sim::Task<> watch();

  const sim::Process& process_;
  runtime::Runtime& runtime_;
  const runtime::ChangeFeed& changes_;
  Ticker check_;
  std::string check_name_;
  std::function<std::optional<std::string>()> health_check_;
  /// Set while the runtime is under suspicion: when it last answered.
  std::optional<sim::Time> last_answer_;
};

}  // namespace podreel::kubelet
