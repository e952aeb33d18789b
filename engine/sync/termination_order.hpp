// Order in which the containers of a pod with sidecars are stopped.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/completion.hpp"

namespace podreel::sync {

/// Regular containers go at once, then the sidecars, the last one first; each waits for those before it, but not beyond
/// its own grace period (1.29, KEP-753; pkg/kubelet/kuberuntime/kuberuntime_termination_order.go).
class TerminationOrder {
 public:
  /// `running` names the containers that are about to be stopped. `process` must outlive the order.
  TerminationOrder(const sim::Process& process, const api::PodSpec& spec, const std::set<std::string>& running,
                   const release::Behaviour& behaviour);

  /// Completes when all that come before `container` have been stopped, or when `grace_seconds` are over.
  [[nodiscard]] sim::Task<> wait_for_turn(std::string container, std::int64_t grace_seconds);

  /// `container` has been stopped.
  void terminated(std::string_view container);

 private:
  struct Waiter {
    std::set<std::string, std::less<>> blocked_by;
    /// One for every instance that waits: two may run at once.
    std::vector<std::shared_ptr<sim::Completion<bool>>> turns;
  };

  const sim::Process& process_;
  std::map<std::string, Waiter, std::less<>> waiters_;
};

}  // namespace podreel::sync
