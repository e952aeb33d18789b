// Is there room for a resize?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/admission/pod_admit_handler.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Why a resize cannot be allocated now.
struct ResizeMisfit {
  /// Condition and status: "Deferred" or "Infeasible".
  memory::Text reason;
  /// First word of the event: the reason or, since 1.36, that of the admission ("OutOfcpu"). Empty: there is no event.
  std::string event_reason;
  std::string message;
};

struct ResizeFit {
  std::optional<ResizeMisfit> misfit{};
  /// Without a misfit: who has to be gone first.
  std::vector<api::PodPtr> victims{};
};

/// canResizePod.
[[nodiscard]] ResizeFit fit_of_resize(const api::Pod& pod, const NodeDescription& node, PodAdmitHandler& admit_handler,
                                      const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
