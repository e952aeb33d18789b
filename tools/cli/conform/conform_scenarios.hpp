// The scenarios that `podreel conform` records.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/format/load_options.hpp"
#include "tools/cri/record/kubelet_commands.hpp"
#include "tools/cri/requests/record_request.hpp"

namespace podreel::cli {

/// A scenario file, and its name in the results, such as "faults/out-of-memory".
struct ConformFile {
  std::string name;
  std::string file;
};

struct ConformScenario {
  /// Name in the results.
  std::string name;
  std::string file;
  /// Why it cannot be recorded, one line per reason; empty if it can.
  std::vector<std::string> refused{};
  /// Load it as it was recorded.
  format::LoadOptions load{};
  /// Valid if it can be recorded. Its output is the file of its recording.
  RecordedScenario recorded{};
};

struct ConformSetup {
  /// The first is the kubelet under test. Others are those from or to which scenarios upgrade.
  std::vector<cri::KubeletCommand> kubelets;
  /// Maximum length of a recording, in simulated time.
  sim::Duration max_length{};
  /// Number of recordings that are made at a time.
  std::size_t at_once = 1;
  /// Folder of --out.
  std::filesystem::path folder;
};

/// Returns the scenario files below these folders, or named themselves. Throws BadInput, also if two have one name.
[[nodiscard]] std::vector<ConformFile> files_to_conform(const std::vector<std::string>& named);

/// Writes the standard set into a folder, and returns its files: the starters, lessons, faults and mechanisms of the
/// catalogue. Throws BadInput if the folder is not writable.
[[nodiscard]] std::vector<ConformFile> standard_set(const std::filesystem::path& folder);

/// Loads a scenario for the kubelet under test; one that leads through several releases begins with its own, provided
/// that all of them were named. Errors in its file are reasons to refuse it.
[[nodiscard]] ConformScenario conform_scenario(const ConformFile& file, const ConformSetup& setup);

}  // namespace podreel::cli
