#include "tests/support/pod_recording.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/trace/json_tree.hpp"
#include "tests/support/recorded_run.hpp"
#include "tools/cri/record/pod_lines.hpp"

namespace podreel::testing {

namespace {

using nlohmann::json;

void add_versions(std::vector<json>& lines, const std::string& pod, const std::vector<format::PodVersion>& versions,
                  sim::Time start) {
  json last;
  for (const format::PodVersion& version : versions) {
    const bool gone = version.object == nullptr;
    if (!gone) last = *version.object;
    lines.push_back(json::parse(cri::pod_line(version.since - start, pod, last, gone).text));
  }
}

}  // namespace

std::vector<json> recording_with_pods(const format::Scenario& scenario, simulation::ReplayOptions options) {
  const RunHistory history = recorded_run(scenario, std::move(options));
  std::vector<json> lines{json::parse(cri::start_line(history.start).text)};
  for (const trace::Record& record : history.records) lines.push_back(trace::json_of(record, history.start));
  for (const auto& [pod, versions] : history.pods) add_versions(lines, pod, versions, history.start);
  std::ranges::stable_sort(lines, {}, [](const json& line) { return line.at("t").get<double>(); });
  lines.push_back(json::parse(cri::end_line(history.end - history.start).text));
  return lines;
}

}  // namespace podreel::testing
