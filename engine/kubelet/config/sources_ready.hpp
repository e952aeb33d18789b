// config.SourcesReady: sources of pods that have delivered at least once.
#pragma once

#include <bitset>
#include <cstddef>

#include "engine/kubelet/config/pod_config.hpp"

namespace podreel::kubelet {

/// Sources that have sent their pods since the kubelet's start. Until all of them have, no pod counts as unwanted.
class SourcesReady {
 public:
  /// Returns whether the source is new.
  bool add(PodSource source) {
    const auto index = static_cast<std::size_t>(source);
    const bool is_new = !seen_.test(index);
    seen_.set(index);
    return is_new;
  }
  [[nodiscard]] bool all_ready() const noexcept { return seen_.all(); }

 private:
  /// By PodSource.
  std::bitset<2> seen_;
};

}  // namespace podreel::kubelet
