// Rhythm in which recorded kubelets relisted.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "scenarios/reproduce/recording/kubelet_ticks.hpp"

namespace podreel::reproduce {

/// Relists that come one after another.
struct RelistRhythm {
  /// The first one that the recording can show, in seconds since the scenario began.
  double first = 0;
  /// From one to the next, in seconds.
  double period = 0;
};

/// Returns the rhythm of a kubelet's relists: from its lists, or that in which most of the events come. No value if
/// there are fewer than two.
[[nodiscard]] std::optional<RelistRhythm> relist_rhythm(const KubeletTicks& kubelet);

/// Events that come at one time of a period.
struct Cluster {
  std::size_t size = 0;
  /// The time of the one in the middle, modulo the period.
  double middle = 0;
};

/// Returns the largest cluster of events, all within 8 ms: the time that the events of one relist take.
[[nodiscard]] Cluster largest_cluster(const std::vector<double>& events, double period);

}  // namespace podreel::reproduce
