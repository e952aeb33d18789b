// What was left to chance in a run, a choice a line, for replaying it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/sim/choices.hpp"
#include "scenarios/jsonl/json_field.hpp"

namespace podreel::jsonl {

/// {"site","key","index","options","value"}: the `index`-th choice at `site` for `key` was `value`, of 0 … options-1.
[[nodiscard]] nlohmann::ordered_json to_json(const sim::Choice& choice);

/// Reads that form; throws FormatError, also where the timing table knows no such site or count of options.
[[nodiscard]] sim::Choice choice_from(const JsonField& field);

/// The choices of a file with one a line. Problems are appended.
[[nodiscard]] std::vector<sim::Choice> read_choices(const std::string& text, const std::string& file,
                                                    std::vector<api::Problem>& problems);

}  // namespace podreel::jsonl
