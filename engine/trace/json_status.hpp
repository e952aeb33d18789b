// A reported status, flattened as in the recordings of real kubelets.
#pragma once

#include <string>

#include "engine/trace/record.hpp"

namespace podreel::trace {

/// Appends `,"conditions":{…},"containers":[…]…`: conditions as type to "Status:Reason", of each container what can be
/// compared between runs.
void append_json_status(std::string& out, const Status& status);

}  // namespace podreel::trace
