// spec.exercise: the expectations of a solution.
#pragma once

#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/expectation.hpp"

namespace podreel::format {

/// Returns the expectations of the exercise of a valid scenario; empty if it has no exercise.
[[nodiscard]] std::vector<Expectation> load_exercise(const api::LoadedFile& documents, const std::string& file);

}  // namespace podreel::format
