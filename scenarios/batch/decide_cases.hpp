// Batches of decisions: reads lines of JSON with a pod and its observed state, and returns the actions.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "engine/decide/named_policies.hpp"
#include "engine/decide/pod_container_changes.hpp"
#include "engine/decide/policy.hpp"
#include "scenarios/batch/batch_input.hpp"
#include "scenarios/batch/observed_status.hpp"

namespace podreel::batch {

/// One situation.
struct DecideCase {
  /// As in the input: a number or a string.
  nlohmann::json id;
  api::Pod pod;
  ObservedStatus observed;
  decide::ProbeResults liveness;
  decide::ProbeResults startup;
  std::string note;
};

/// Reads {"id", "pod", "status", "liveness", "startup", "note"}; `liveness` and `startup` map container ids to
/// "success", "failure" or "unknown". Without `status`, derives it from the pod's own. Throws FormatError.
[[nodiscard]] DecideCase decide_case_from(const jsonl::JsonField& line);
/// Reads a line that may have further fields.
[[nodiscard]] DecideCase situation_from(const jsonl::JsonField& line);

/// Returns the case of a pod alone, as `kubectl get pod -o json` prints it. Its containers count as started and alive.
[[nodiscard]] DecideCase decide_case_of(const api::Pod& pod);

inline constexpr CaseKind<DecideCase> decide_cases{decide_case_from, decide_case_of};

/// The kubelet that decides.
struct Decider {
  release::Behaviour behaviour;
  /// Never null. For 1.7, whose decision has another form, only the comparison of containers is used.
  std::shared_ptr<const decide::Policy> policy;
};

/// Returns the kubelet of a release, with that release's container hash. Containers must have the source that they were
/// read from (api::Container::stored).
[[nodiscard]] Decider decider_of(release::Behaviour behaviour);
/// Returns the kubelet of a release, with a named policy.
[[nodiscard]] Decider decider_of(release::Behaviour behaviour, const decide::PolicySettings& policy);

/// A decision of 1.8 and later, one of the previous generation, or a panic.
using Decided = std::variant<decide::PodActions, decide::PodContainerChanges, decide::Panic>;

[[nodiscard]] Decided decide_case(const DecideCase& situation, const Decider& decider,
                                  decide::Reasons* reasons = nullptr);

/// As in recordings: lists of kills by container id; {"panic": message} for a panic.
[[nodiscard]] nlohmann::ordered_json to_json(const Decided& decided);

}  // namespace podreel::batch
