// Look-up of the pods that the sources want.
#pragma once

#include "engine/api/pod.hpp"
#include "engine/memory/text.hpp"

namespace podreel::kubelet {

/// The part of kubepod.Manager that the mechanisms need which look single pods up.
class PodProvider {
 public:
  virtual ~PodProvider() = default;

  /// Null if no source wants it. Mirror pods are not found.
  [[nodiscard]] virtual api::PodPtr find(const memory::Text& uid) const = 0;
};

}  // namespace podreel::kubelet
