// Recorded timelines, and the scenarios that are to tell them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scenarios/format/load_options.hpp"
#include "scenarios/reproduce/recording/choice_search.hpp"

namespace podreel::cli {

/// A file of that name (.jsonl) is a recording.
[[nodiscard]] bool is_recording_name(const std::string& file);

/// Throws BadInput if the one is not a scenario, or several, or the other no timeline.
[[nodiscard]] reproduce::Recording read_recording(const std::string& scenario_file, const std::string& recording_file,
                                                  const language::LoadOptions& load, reproduce::Compared compared = {});

/// `--budget`: "500" is so many runs, "20s" as many as can be made in that time. Throws BadInput.
[[nodiscard]] reproduce::Budget search_budget(const std::string& text);

/// "seed 3 with 2 choices".
[[nodiscard]] std::string chance_text(const reproduce::ReplayAttempt& attempt);
[[nodiscard]] nlohmann::ordered_json choices_json(const std::vector<sim::Choice>& choices);

}  // namespace podreel::cli
