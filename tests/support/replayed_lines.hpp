// The timeline of a scenario as lines.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::testing {

struct ReplayedLines {
  /// Of JSON, one for each record.
  std::vector<std::string> lines;
  /// How many events the replay took.
  std::uint64_t events = 0;
};

/// `options` without sinks.
[[nodiscard]] ReplayedLines replayed_lines(const format::Scenario& scenario, simulation::ReplayOptions options);

/// Where work that is accounted for leaves other records than work that is executed: the first lines that differ. Empty
/// if nowhere. `events`, if given, counts what both took: accounted, executed.
[[nodiscard]] std::string difference_of_idle_work(const format::Scenario& scenario,
                                                  const simulation::ReplayOptions& options,
                                                  std::pair<std::uint64_t, std::uint64_t>* events = nullptr);

/// The same where nobody wants to hear of probes and calls of the runtime.
[[nodiscard]] std::string difference_of_unreported_probes(const format::Scenario& scenario,
                                                          const simulation::ReplayOptions& options,
                                                          std::pair<std::uint64_t, std::uint64_t>* events = nullptr);

}  // namespace podreel::testing
