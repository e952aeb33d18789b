// Data of runs for the page of `podreel report` and the playground.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/trace/recorder.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/timeline/run_comparison.hpp"

namespace podreel::cli {

struct PageRun {
  format::Scenario scenario;
  /// Command that replays the run and prints the page's digest.
  std::string command;
  /// The settings that distinguish it from other runs of the page; empty for a single run.
  std::string name{};
};

/// Returns one JSON object, escaped by script_safe(), from the results of page_data.hpp and page_divergences.hpp;
/// `data` holds the data of the runs, separated by commas.
[[nodiscard]] std::string page_of(const std::vector<PageRun>& runs, const std::string& command, const std::string& data,
                                  const nlohmann::ordered_json& divergences);

/// Replays one or more runs. Returns one JSON object, escaped by script_safe(): "title", "command", which replays all
/// runs, "divergences" (page_divergences.hpp) and "runs" (page_data.hpp). `beside` also receives every record; it may
/// be null. Comparisons may replay `budget` lines. The same runs give the same bytes. Rethrows exceptions of a replay
/// or of `beside`.
[[nodiscard]] std::string run_page_data(const std::vector<PageRun>& runs, const std::string& command,
                                        trace::Sink* beside = nullptr, std::size_t budget = comparison_budget);

}  // namespace podreel::cli
