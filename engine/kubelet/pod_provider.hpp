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

  /// The pod in the API, as it was received last: of a static pod its mirror pod. Null if none is known.
  [[nodiscard]] virtual api::PodPtr find_in_api(const memory::Text& uid) const = 0;

  /// Returns the mirror pod of a static pod, as it was received last, whether or not a source still wants the static
  /// pod (GetMirrorPodByPod); null if none of its name is known, and for other pods.
  [[nodiscard]] virtual api::PodPtr known_mirror_of(const api::Pod& pod) const = 0;

  /// UID under which the API has the pod: that of a static pod's mirror pod, empty as long as none is known.
  [[nodiscard]] virtual memory::Text uid_in_api(const memory::Text& uid) const = 0;

  /// UID under which the kubelet runs the API's pod: that of a mirror pod's static pod.
  [[nodiscard]] virtual memory::Text translate_uid(const memory::Text& uid) const = 0;
};

}  // namespace podreel::kubelet
