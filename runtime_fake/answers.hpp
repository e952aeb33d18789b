// Answers of a pod's commands and endpoints at a given age.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/runtime.hpp"
#include "runtime_fake/script.hpp"

namespace podreel::runtime_fake {

/// `age` is the pod's; `running_for`, its container that is asked has run for. `script` may be null: then every command
/// succeeds at once and silently.
[[nodiscard]] ExecAnswer exec_answer(const PodScript* script, const std::vector<std::string>& command,
                                     sim::Duration age, sim::Duration running_for = sim::Duration::max());

/// Time until the answer of a command or an endpoint may change; no value: never.
[[nodiscard]] std::optional<sim::Duration> time_to_next_turn(const PodScript* script, sim::Duration age,
                                                             sim::Duration running_for);

/// `script` may be null: then every endpoint answers well at once.
[[nodiscard]] EndpointAnswer endpoint_answer(const PodScript* script, runtime::Runtime::NetworkProbe::Kind kind,
                                             sim::Duration age, sim::Duration running_for = sim::Duration::max());

}  // namespace podreel::runtime_fake
