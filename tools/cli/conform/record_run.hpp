// Recordings for a verb that reports on them itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/cli/command/verb.hpp"
#include "tools/cri/requests/record_request.hpp"

namespace podreel::cli {

/// Makes recordings. Messages of the recorder go to the file `log`; `on_end` is called with each scenario that was
/// recorded, or with its error. Returns false if a signal ended the recordings early. Throws BadInput and OutputError.
/// Context::record must be set.
[[nodiscard]] bool record_all(RecordRequest request, const std::string& log, Context& context,
                              const std::function<void(const RecordedScenario&, const std::string&)>& on_end);

}  // namespace podreel::cli
