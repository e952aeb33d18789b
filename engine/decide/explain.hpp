// The reasons of a decision as text and as data.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/decide/pod_actions.hpp"
#include "engine/trace/explanation_text.hpp"

namespace podreel::decide {

/// Returns a step as text: "app: killed: a container whose liveness probe failed is killed. (running)".
[[nodiscard]] std::string to_sentence(const Reason& reason, trace::StepKind kind = trace::StepKind::decision);

/// The actions in one line: "kill pod; new sandbox; kill app-0: <message> [<reason>]; start app"; "nothing". `spec` is
/// that of the pod.
[[nodiscard]] std::string in_short(const PodActions& actions, const api::PodSpec& spec);

/// {"subject", "found", "rule", "says", "effect", "since", "source"}; empty fields are left out.
[[nodiscard]] nlohmann::ordered_json to_json(const Reason& reason);

}  // namespace podreel::decide
