// `podreel reproduce SCENARIO RECORDING.jsonl`: searches for choices that reproduce a recorded timeline.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/reproduce/search.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Returns whether one of the files is a recording, by its name.
[[nodiscard]] bool name_recording(const std::vector<std::string>& files);

struct RecordingSearch {
  /// The scenario and the recording.
  std::vector<std::string> files;
  /// No value: the scenario's kubelet.
  std::optional<release::Release> kubelet;
  reproduce::Budget budget;
  OutputFormat format = OutputFormat::table;
};

/// Prints the choices, or where the closest run diverges from the recording (exit code 1). Throws BadInput.
[[nodiscard]] ExitCode reproduce_recording(const RecordingSearch& search, Context& context);

}  // namespace podreel::cli
