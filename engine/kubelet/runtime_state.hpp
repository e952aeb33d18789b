// Problems that stop the sync loop: a runtime that does not answer, a PLEG that has not relisted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/change_feed.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/kubelet/tick_scheduler.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/runtime.go and updateRuntimeUp: the runtime's status is asked every 5 s; what it says of itself holds
/// until it says otherwise, and after 30 s without an answer it counts as down.
class RuntimeState {
 public:
  /// All must outlive the state. `ticks`: when the runtime says that it is not ready any more, the sync loop looks.
  RuntimeState(const sim::Process& process, runtime::Runtime& runtime, const runtime::ChangeFeed& changes,
               const release::Behaviour& behaviour, const lifecycle::EventGenerator& pleg, TickScheduler& ticks,
               Ticker check) noexcept
      : process_{process},
        runtime_{runtime},
        changes_{changes},
        behaviour_{behaviour},
        pleg_{pleg},
        ticks_{ticks},
        check_{check} {}

  /// The runtime may have stopped to answer: watch it until it answers again. While it does answer, asking it every
  /// 5 s is accounted for instead of being done.
  void suspect();
  /// It has not answered since: problems may come with time alone.
  [[nodiscard]] bool is_suspected() const noexcept { return last_answer_.has_value(); }

  /// Why the loop must not work now, as in "Skipping pod synchronization: …"; nothing if all is well.
  [[nodiscard]] std::optional<std::string> problem() const;

  /// Returns the problems one by one, and why pods cannot have a network, in the words of the node's condition Ready.
  [[nodiscard]] std::vector<std::string> node_errors() const;

  /// Returns the problems in these words as long as a kubelet that starts has not asked the runtime for its status.
  [[nodiscard]] std::vector<std::string> node_errors_before_check() const;

  /// Why pods cannot have a network of their own, as the runtime said last; nothing if they can.
  [[nodiscard]] const std::optional<std::string>& network_problem() const noexcept { return network_problem_; }

 private:
  /// Those that the kubelet finds itself end in `end`.
  [[nodiscard]] std::vector<std::string> problems(std::string_view end) const;
  /// Returns the end of such problems in the condition Ready of the node.
  [[nodiscard]] std::string_view end_of_node_error() const;
  sim::Task<> watch();
  void take(const runtime::RuntimeStatus& status);

  const sim::Process& process_;
  runtime::Runtime& runtime_;
  const runtime::ChangeFeed& changes_;
  const release::Behaviour& behaviour_;
  const lifecycle::EventGenerator& pleg_;
  TickScheduler& ticks_;
  Ticker check_;
  /// Set while the runtime is under suspicion: when it last answered.
  std::optional<sim::Time> last_answer_;
  /// The runtime's last word about itself.
  std::optional<std::string> runtime_problem_;
  std::optional<std::string> network_problem_;
};

}  // namespace podreel::kubelet
