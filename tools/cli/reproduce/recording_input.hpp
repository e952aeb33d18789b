// Recorded timelines and their scenarios.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scenarios/format/load_options.hpp"
#include "scenarios/reproduce/recording/choice_search.hpp"

namespace podreel::cli {

/// Returns whether the name ends in .jsonl.
[[nodiscard]] bool is_recording_name(const std::string& file);

/// Reads the records of a timeline, one per line. Throws BadInput if the file is no timeline.
[[nodiscard]] std::vector<nlohmann::json> read_records(const std::string& file);

/// Reads a scenario and a recording. Where neither `load` nor the scenario selects a kubelet, it is the first one that
/// the recording states. Throws BadInput if the scenario file does not hold exactly one run, if the recording is not a
/// timeline, or if podreel does not simulate that kubelet.
[[nodiscard]] reproduce::Recording read_recording(const std::string& scenario_file, const std::string& recording_file,
                                                  const format::LoadOptions& load, reproduce::Compared compared = {});

/// Returns the kubelets that the recording states and the scenario does not start, beside those that it does: "the
/// recording states kubelet 1.36.2; simulated: 1.36.5". Empty: there are none.
[[nodiscard]] std::string kubelet_note(const reproduce::Recording& recording);

/// Parses `--budget`: "500" as runs, "20s" as wall-clock time. Throws BadInput.
[[nodiscard]] reproduce::Budget search_budget(const std::string& text);

/// Formats the seed and the number of choices: "seed 3 with 2 choices".
[[nodiscard]] std::string chance_text(const reproduce::ReplayAttempt& attempt);
[[nodiscard]] nlohmann::ordered_json choices_json(const std::vector<sim::Choice>& choices);

}  // namespace podreel::cli
