// Choices under which podreel tells a recorded timeline that none of the first seeds gives.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::testing {

inline const std::filesystem::path known_choices_file{source_path("tests/conformance/timeline_choices.jsonl")};
inline const std::filesystem::path known_misses_file{source_path("tests/conformance/timeline_misses.txt")};

struct KnownChoices {
  std::uint64_t seed = 1;
  /// Taken in place of what the seed says.
  std::vector<sim::Choice> choices;
};

/// By the recording's id; `podreel reproduce SCENARIO RECORDING.jsonl` finds them.
using AllKnownChoices = std::map<std::string, KnownChoices>;
[[nodiscard]] AllKnownChoices read_known_choices(const std::filesystem::path& file);
void write_known_choices(const std::filesystem::path& file, const AllKnownChoices& all);

/// The ids of recordings that neither a seed nor known choices tell.
[[nodiscard]] std::set<std::string> read_known_misses(const std::filesystem::path& file);

}  // namespace podreel::testing
