// Events of controllers.
#pragma once

#include <string>
#include <string_view>

#include "engine/trace/recorder.hpp"

namespace podreel::simulation {

/// Records an event about a pod ("namespace/name"), or about the node (empty), which the API server stores at once.
/// `type` is "Normal" or "Warning".
void write_event(trace::Recorder& recorder, std::string_view component, const std::string& pod, std::string_view type,
                 std::string_view reason, const std::string& message);

}  // namespace podreel::simulation
