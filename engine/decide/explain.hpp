// The reasons of a decision as text and as data.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/decide/pod_actions.hpp"

namespace podreel::decide {

/// One step in sentences: "app: is running, but its liveness probe failed. <what the rule says> So: killed.
/// (since 1.17, KEP-950)".
[[nodiscard]] std::string to_sentence(const Reason& reason);

/// The actions in one line: "kill pod; new sandbox; kill app-0: <message> [<reason>]; start app"; "nothing". `spec` is
/// that of the pod.
[[nodiscard]] std::string in_short(const PodActions& actions, const api::PodSpec& spec);

/// {"subject", "found", "rule", "says", "effect", "since", "source"}; empty fields are left out.
[[nodiscard]] nlohmann::ordered_json to_json(const Reason& reason);

}  // namespace podreel::decide
