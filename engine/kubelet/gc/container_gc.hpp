// Removes what has ended: dead containers of live pods beyond the newest, and all that is left of deleted pods.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

/// kuberuntime's container garbage collection (pkg/kubelet/kuberuntime/kuberuntime_gc.go), with the kubelet's default
/// policy: one dead container kept per container of a pod that is still wanted, no minimum age.
class ContainerGc {
 public:
  /// May everything of this pod be removed?
  using IsRemovable = std::function<bool(const api::Text& uid)>;

  ContainerGc(const sim::Process& process, runtime::Runtime& runtime, IsRemovable is_removable) noexcept
      : process_{process}, runtime_{runtime}, is_removable_{std::move(is_removable)} {}

  sim::Task<> collect();

 private:
  sim::Task<> collect_pod(runtime::PodStatusPtr status);
  sim::Task<> remove_sandbox(api::Text id);

  const sim::Process& process_;
  runtime::Runtime& runtime_;
  IsRemovable is_removable_;
};

}  // namespace podreel::kubelet
