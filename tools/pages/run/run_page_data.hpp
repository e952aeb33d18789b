// Data of runs for the page of `podreel report` and the playground.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/trace/recorder.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

struct PageRun {
  language::Scenario scenario;
  /// Command that replays the run and prints the page's digest.
  std::string command;
  /// The settings that distinguish it from other runs of the page; empty for a single run.
  std::string name{};
};

/// One JSON object, `script_safe`, of what page_data.hpp and page_partings.hpp have made; `data` are those of the runs,
/// one after the other, with commas between them.
[[nodiscard]] std::string page_of(const std::vector<PageRun>& runs, const std::string& command, const std::string& data,
                                  const nlohmann::ordered_json& partings);

/// Replays the runs, one or more. One JSON object, `script_safe`: "title", "command", which makes all of them,
/// "partings" (page_partings.hpp) and "runs" (page_data.hpp). `beside` is told of every record as well; it may be null.
/// The same runs give the same bytes. Rethrows what a replay or `beside` throws.
[[nodiscard]] std::string run_page_data(const std::vector<PageRun>& runs, const std::string& command,
                                        trace::Sink* beside = nullptr);

}  // namespace podreel::cli
