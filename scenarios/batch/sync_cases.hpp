// SyncPod in batches: a line of JSON with a pod, what was observed of it and how the runtime behaves in; the calls,
// results and events out.
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
  /// What is on the node before the first step.
  std::vector<std::string> images;
  sim::Time now{};
  std::vector<InjectedFault> faults;
  bool termination_requested = false;
  /// What is there before the first step.
  std::vector<GivenBackOff> back_offs;
};

/// Reads the fields of a decide case (decide_cases.hpp) and {"step", "steps", "images": [names], "now": Unix seconds,
/// "inject": [{"op", "match", "error", "times"}], "podTerminationRequested", "backOffs": [{"container", "seconds"}]},
/// which may all be absent. Throws FormatError.
[[nodiscard]] SyncCase sync_case_from(const jsonl::JsonField& line);

/// The same from a pod alone (decide_case_of): it is synced at the latest time that its status tells, with the
/// back-offs that it tells, on a node that has its images but for those whose pull has failed. That is said among what
/// is assumed.
[[nodiscard]] SyncCase sync_case_of(const api::Pod& pod);

inline constexpr CaseKind<SyncCase> sync_cases{sync_case_from, sync_case_of};

/// What one SyncPod did.
struct SyncAnswer {
  /// {"id", "step", "calls", "results", "syncError", "events", "state"} as recorded: durations are "<DURATION>", and
  /// what runs in parallel or in an order that upstream leaves open has one "group" number and is sorted. Where the
  /// real kubelet panics: {"id", "step", "panic"}.
  nlohmann::ordered_json record;
  decide::Reasons reasons;
  /// One sentence for each injected fault that no call has met.
  std::vector<std::string> unmet_faults;
};

}  // namespace podreel::batch
