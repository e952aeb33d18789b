// The rules of deciding, asked about a pod without deciding anything.
#pragma once

#include "engine/decide/pod_actions.hpp"

namespace podreel::kubelet {

/// An observation without probe results in which every container is as the spec asks. The arguments must outlive it.
[[nodiscard]] inline decide::Observed observation(const api::Pod& pod, const runtime::PodStatus& status,
                                                  const release::Behaviour& behaviour) {
  static const decide::ProbeResults no_results;
  static const decide::CompareIdentity unchanged = [](const api::Container&, const runtime::ContainerStatus&) {
    return decide::IdentityVerdict{};
  };
  return {pod, status, no_results, no_results, unchanged, behaviour};
}

}  // namespace podreel::kubelet
