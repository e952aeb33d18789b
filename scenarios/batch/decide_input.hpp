// What `podreel decide` reads: recorded cases, one a line, or pods as a cluster shows them.
#pragma once

#include <string>
#include <vector>

#include "scenarios/batch/decide_cases.hpp"

namespace podreel::batch {

/// The cases of `text`. JSON Lines if its first line is an object with a `pod`; else YAML or JSON documents with pods,
/// or anything that carries pods (engine/api/workloads.hpp), completed with the defaults of `release`. Problems are
/// appended; the cases without one are returned all the same.
[[nodiscard]] std::vector<DecideCase> read_decide_input(const std::string& text, const std::string& file,
                                                        release::Release release, std::vector<api::Problem>& problems);

}  // namespace podreel::batch
