// Look-up of the statuses that the kubelet reports.
#pragma once

#include "engine/api/pod_status.hpp"
#include "engine/memory/text.hpp"

namespace podreel::kubelet {

/// status.PodStatusProvider.
class PodStatusProvider {
 public:
  virtual ~PodStatusProvider() = default;

  /// The status last set, until the next is set; null before the first.
  [[nodiscard]] virtual const api::PodStatus* status_of(const memory::Text& uid) const = 0;
};

}  // namespace podreel::kubelet
