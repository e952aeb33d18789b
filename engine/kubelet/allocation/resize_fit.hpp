// Is there room for a resize?
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Why a pod as it should be would not be admitted beside the others.
using WhyRejected = std::function<std::optional<Rejection>(const api::Pod& pod)>;

/// Why a resize cannot be allocated now.
struct ResizeMisfit {
  /// Condition and status: "Deferred" or "Infeasible".
  api::Text reason;
  /// What the event says first: the reason or, since 1.36, that of the admission ("OutOfcpu").
  std::string told_reason;
  std::string message;
};

/// Nothing if there is room (canResizePod).
[[nodiscard]] std::optional<ResizeMisfit> why_resize_does_not_fit(const api::Pod& pod, const NodeDescription& node,
                                                                  const WhyRejected& why_rejected,
                                                                  const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
