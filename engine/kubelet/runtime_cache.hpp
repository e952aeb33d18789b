// kubecontainer.RuntimeCache: the runtime's list of running pods, up to two seconds old.
#pragma once

#include <optional>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// Asked by housekeeping, whose ticks are as far apart as the cache is good for: every other one sees an old list. At
/// which of them the cache is renewed is open where ticks that would find nothing to do are not executed.
class RuntimeCache {
 public:
  RuntimeCache(const sim::Process& process, runtime::Runtime& runtime, timing::Timing& timing)
      : process_{process}, runtime_{runtime}, phase_{timing.stream(timing::Site::runtime_cache_phase)} {}

  [[nodiscard]] sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> get_pods();

  /// Called before something changes. The ticks until `last_tick` were not executed; this makes the list that they
  /// would have left. `ended`: a pod whose containers have exited by themselves, which the kubelet learns only now.
  sim::Task<> catch_up(sim::Time last_tick, runtime::PodStatusPtr ended = nullptr);

  /// Something has changed, or was about to, since the list was made.
  [[nodiscard]] bool is_outdated() const noexcept {
    return changed_at_ && (!listed_at_ || *listed_at_ <= *changed_at_);
  }

 private:
  const sim::Process& process_;
  runtime::Runtime& runtime_;
  timing::Stream phase_;
  [[nodiscard]] bool is_good_at(sim::Time now);
  /// Adds what the list would have had of the pod.
  void add_exited(const runtime::PodStatus& pod);

  std::optional<sim::Time> listed_at_;
  std::optional<sim::Time> changed_at_;
  std::vector<runtime::RunningPod> pods_;
};

}  // namespace podreel::kubelet
