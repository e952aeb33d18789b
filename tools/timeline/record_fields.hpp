// Names of the fields of a record, for comparisons between releases.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/record.hpp"

namespace podreel::cli {

/// Returns the names of the fields of a status, event or runtime call, sorted, each once: "observedGeneration",
/// "containers.resources". Conditions have their statuses: "conditions.Ready=True". Leaves out what the line of the
/// record shows, what identifies one run, and the fields of other records.
[[nodiscard]] std::vector<std::string> field_names(const trace::Record& record, sim::Time start);

}  // namespace podreel::cli
