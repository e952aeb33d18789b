// A recorded timeline, and runs of its scenario that are compared with it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/reproduce/recording/recorded_phases.hpp"
#include "scenarios/reproduce/recording/timeline_comparison.hpp"

namespace podreel::reproduce {

struct Recording {
  /// Uses measured timing, because real components took time. Its kubelet updates the node's status if that of the
  /// recording does, its control groups are of the version that the recording states or shows, and its API server
  /// answers every list of services unless the recording has a container that waits for one. Its choices make the
  /// kubelets as old as the recorded ones, as far as that is stated (stated_phases).
  format::Scenario scenario;
  ComparableTimeline timeline;
  /// Whether its records name their pods (is_in_detail).
  bool in_detail = false;
  Compared compared{};
  /// Seconds of a documented stall.
  std::optional<double> stall{};
  /// Times of RemoveContainer and RemovePodSandbox, in seconds since the scenario began.
  std::vector<double> removals{};
  /// As far as the records show it.
  std::vector<KubeletTicks> kubelets{};
  /// Versions of the kubelets that ran, if the recording states them (stated_kubelets).
  std::vector<std::string> stated_kubelets{};
};

/// Takes at least one record in the format of `podreel run -o jsonl`. Records are compared until the scenario's
/// duration ends, or until a record of the kind `recording` whose `what` is `end`, if that is earlier; a scenario
/// without a duration is compared until nothing more happens in it. A record of that kind whose `what` is `stall`
/// documents a stall of everything for `for_s` seconds. `loops` states that the loops of the kubelet that runs then
/// have run for `for_s` seconds; `lists`, at which times, `at`, all sandboxes were listed; `cgroups`, which `version`
/// the node's control groups have, "1" or "2"; `kubelet`, which `version` of it ran.
[[nodiscard]] Recording recording_of(format::Scenario scenario, std::vector<nlohmann::json> records,
                                     Compared compared = {});

/// One run of the scenario.
struct ReplayAttempt {
  std::uint64_t seed = 1;
  /// Override the choices of the seed.
  std::vector<sim::Choice> choices;
  /// No value if the recording was reproduced.
  std::optional<Difference> difference;
  /// All choices of the run, in order.
  std::vector<TakenChoice> taken;
};
[[nodiscard]] ReplayAttempt attempt_replay(const Recording& recording, std::uint64_t seed,
                                           std::vector<sim::Choice> choices = {});

/// Returns the attempt with the same seed and choices, but in which kubelets tick, relist, retry and probe when the
/// recorded ones did (recorded_phases). No value if the recording shows nothing of that, or if they do so anyway.
[[nodiscard]] std::optional<ReplayAttempt> attempt_recorded_phases(const Recording& recording,
                                                                   const ReplayAttempt& attempt);

/// Returns the comparable timeline of a run with `seed`.
[[nodiscard]] ComparableTimeline simulate_timeline(const Recording& recording, std::uint64_t seed,
                                                   const std::vector<sim::Choice>& choices = {});

/// Returns how many choices the run has taken until `seconds` after the scenario's start.
[[nodiscard]] std::size_t choices_until(const ReplayAttempt& attempt, double seconds);

}  // namespace podreel::reproduce
