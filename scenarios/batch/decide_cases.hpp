// Decisions in batches: a line of JSON with a pod and what was observed of it in, the actions out.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "engine/decide/pod_container_changes.hpp"
#include "engine/decide/policy.hpp"
#include "scenarios/batch/batch_input.hpp"
#include "scenarios/batch/observed_status.hpp"

namespace podreel::batch {

/// One situation.
struct DecideCase {
  /// As given: a number or a string.
  nlohmann::json id;
  api::Pod pod;
  ObservedStatus observed;
  decide::ProbeResults liveness;
  decide::ProbeResults startup;
  std::string note;
};

/// Reads {"id", "pod", "status", "liveness", "startup", "note"}; `liveness` and `startup` map container ids to
/// "success", "failure" or "unknown". Where `status` is absent, it is taken from the pod's own. Throws FormatError.
[[nodiscard]] DecideCase decide_case_from(const jsonl::JsonField& line);
/// The same of a line that may have other fields, too.
[[nodiscard]] DecideCase situation_from(const jsonl::JsonField& line);

/// The same from a pod alone, as `kubectl get pod -o json` prints it. Its containers count as started, and alive.
[[nodiscard]] DecideCase decide_case_of(const api::Pod& pod);

inline constexpr CaseKind<DecideCase> decide_cases{decide_case_from, decide_case_of};

/// The kubelet that is asked.
struct Decider {
  release::Behaviour behaviour;
  /// Never null. Of 1.7, whose decision has another form, only the comparison is asked.
  std::shared_ptr<const decide::Policy> policy;
};

/// The kubelet of a release, with that release's container hash. Containers must hold what they were read from
/// (api::Container::stored).
[[nodiscard]] Decider decider_of(release::Behaviour behaviour);

/// What it answers: that of 1.8 and later, that of the generation before, or a panic.
using Decided = std::variant<decide::PodActions, decide::PodContainerChanges, decide::Panic>;

[[nodiscard]] Decided decide_case(const DecideCase& situation, const Decider& decider,
                                  decide::Reasons* reasons = nullptr);

/// As recorded: lists of kills by container id; {"panic": message} for a panic.
[[nodiscard]] nlohmann::ordered_json to_json(const Decided& decided);

}  // namespace podreel::batch
