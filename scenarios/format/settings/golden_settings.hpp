// Settings of the golden timeline: the `golden` section of a scenario.
#pragma once

#include <string>
#include <vector>

namespace podreel::format {

struct GoldenSettings {
  /// Kinds of records that the golden has, as in `podreel run -o jsonl`; empty: all.
  std::vector<std::string> kinds{};
};

}  // namespace podreel::format
