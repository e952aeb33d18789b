// Random choices of a run, one per line, for a replay.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/sim/choices.hpp"
#include "scenarios/jsonl/json_field.hpp"

namespace podreel::jsonl {

/// Returns {"site","key","index","options","value"}: the `index`-th choice at `site` for `key` was `value`, of 0 …
/// options-1.
[[nodiscard]] nlohmann::ordered_json to_json(const sim::Choice& choice);

/// Reads that format; throws FormatError, also if the timing table does not have the site or the number of options.
[[nodiscard]] sim::Choice choice_from(const JsonField& field);

/// Reads a file with one choice per line. Appends problems.
[[nodiscard]] std::vector<sim::Choice> read_choices(const std::string& text, const std::string& file,
                                                    std::vector<api::Problem>& problems);

}  // namespace podreel::jsonl
