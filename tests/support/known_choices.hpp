// Choices under which podreel tells a recorded timeline that none of the first seeds gives.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/sim/choices.hpp"

namespace podreel::testing {

struct KnownChoices {
  std::uint64_t seed = 1;
  /// Taken in place of what the seed says.
  std::vector<sim::Choice> choices;
};

/// By the recording's id; from tests/conformance/timeline_choices.jsonl, which `find_choices` writes.
using AllKnownChoices = std::map<std::string, KnownChoices>;
[[nodiscard]] AllKnownChoices read_known_choices(const std::filesystem::path& file);
void write_known_choices(const std::filesystem::path& file, const AllKnownChoices& all);

/// The ids of recordings that neither a seed nor known choices tell; from tests/conformance/timeline_misses.txt.
[[nodiscard]] std::set<std::string> read_known_misses(const std::filesystem::path& file);

}  // namespace podreel::testing
