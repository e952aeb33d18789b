// Batches of SyncPod: reads lines of JSON with a pod, its observed state and the runtime's behaviour, and returns the
// calls, results and events.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/batch/decide_cases.hpp"
#include "scenarios/batch/scripted_runtime.hpp"

namespace podreel::batch {

/// One SyncPod. The steps of one id share back-offs and images; containers and sandboxes are those of `situation`.
struct SyncCase {
  DecideCase situation;
  std::uint32_t step = 0;
  std::uint32_t steps = 1;
  /// Images on the node before the first step.
  std::vector<std::string> images;
  sim::Time now{};
  std::vector<InjectedFault> faults;
  bool termination_requested = false;
  /// Back-offs before the first step.
  std::vector<GivenBackOff> back_offs;
};

/// Reads the fields of a decide case (decide_cases.hpp) and {"step", "steps", "images": [names], "now": Unix seconds,
/// "inject": [{"op", "match", "error", "times"}], "podTerminationRequested", "backOffs": [{"container", "seconds"}]},
/// which may all be absent. Throws FormatError.
[[nodiscard]] SyncCase sync_case_from(const jsonl::JsonField& line);

/// Returns the case of a pod alone (decide_case_of). The sync is at the latest time in its status, with the back-offs
/// in its status, on a node that has its images except those whose pull failed. Lists these assumptions.
[[nodiscard]] SyncCase sync_case_of(const api::Pod& pod);

inline constexpr CaseKind<SyncCase> sync_cases{sync_case_from, sync_case_of};

/// Results of one SyncPod.
struct SyncAnswer {
  /// {"id", "step", "calls", "results", "syncError", "events", "state"} as recorded: durations are "<DURATION>", and
  /// parallel items, or those whose order upstream leaves open, share one "group" number and are sorted. If the real
  /// kubelet panics: {"id", "step", "panic"}.
  nlohmann::ordered_json record;
  decide::Reasons reasons;
  /// One sentence for each injected fault that no call has triggered.
  std::vector<std::string> unmet_faults;
};

}  // namespace podreel::batch
