// When the loops of recorded kubelets ticked, as far as a recording shows it, and choices with which those of a run do
// so.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "engine/sim/choices.hpp"

namespace podreel::reproduce {

/// Ticks of one kubelet. All times are in seconds since the scenario began.
struct KubeletTicks {
  /// When the kubelet started; zero for one that is up when the scenario begins.
  double started = 0;
  /// When its loops began, as the recording states it; negative for one that is up when the scenario begins.
  std::optional<double> loops_began{};
  /// When it listed all sandboxes, as the recording states it: at each relist, and seldom in between.
  std::vector<double> lists{};
  /// When its sync loop handled an event of a relist, or of a relist on demand.
  std::vector<double> relist_events{};
  /// When it began to collect containers that have ended. Only collections that removed a sandbox are recognised, since
  /// nothing else does so.
  std::vector<double> collections{};
};

/// One element for each kubelet that runs in the recording, in order.
[[nodiscard]] std::vector<KubeletTicks> kubelet_ticks(const std::vector<nlohmann::json>& records);

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

/// Returns choices with which a run's kubelets are as old as the recording states, relist in the rhythm of their lists,
/// and with which the first one collects containers when the recorded one did. Of what the recording does not state
/// there are none.
[[nodiscard]] std::vector<sim::Choice> stated_phases(const std::vector<KubeletTicks>& recorded);

/// Returns those choices of a run that decide when loops tick, changed so that its kubelets tick as the recorded ones,
/// whose rhythm is estimated where it is not stated. `taken`: all choices of a run of the scenario. Choices of which
/// the recording shows nothing, and those that need no change, are left out.
[[nodiscard]] std::vector<sim::Choice> recorded_phases(const std::vector<KubeletTicks>& recorded,
                                                       const std::vector<sim::Choice>& taken);

}  // namespace podreel::reproduce
