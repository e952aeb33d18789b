#include "tools/pages/run/run_page_data.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tools/pages/run/page_data.hpp"
#include "tools/pages/run/page_divergences.hpp"
#include "tools/text/script_safe.hpp"

namespace podreel::cli {

namespace {

struct Replayed {
  /// Data from page_data.hpp.
  std::string data;
  ComparableTimelineSink timeline;
};

Replayed replay(const PageRun& run, trace::Sink* beside) {
  simulation::ReplayOptions options;
  options.explain = true;
  const sim::Time start = simulation::start_time(run.scenario, options);
  PageData data{start};
  Replayed replayed{{}, ComparableTimelineSink{start, Wording::ignored}};
  options.sinks = {&data, &replayed.timeline};
  if (beside != nullptr) options.sinks.push_back(beside);
  options.watch_pods = [&data](sim::Time time, const api::PodPtr& pod, bool gone) {
    data.pods().write(time, *pod, gone);
  };
  const simulation::ReplayResult result = simulation::replay(run.scenario, options);
  replayed.data = data.text(run, result.length, result.settled);
  return replayed;
}

/// Returns the names of the runs' scenarios, each once.
std::string title_of(const std::vector<PageRun>& runs) {
  if (runs.size() == 1) return format::title(runs.front().scenario);
  std::vector<std::string> names;
  for (const PageRun& run : runs) {
    if (std::ranges::find(names, run.scenario.name) == names.end()) names.push_back(run.scenario.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string page_of(const std::vector<PageRun>& runs, const std::string& command, const std::string& data,
                    const nlohmann::ordered_json& divergences) {
  const nlohmann::ordered_json head{{"title", api::printable_line(title_of(runs))},
                                    {"command", api::printable_line(command)},
                                    {"divergences", divergences}};
  std::string document = api::printable_json(head);
  document.pop_back();
  return script_safe(document) + ",\"runs\":[\n" + data + "]}";
}

std::string run_page_data(const std::vector<PageRun>& runs, const std::string& command, trace::Sink* beside,
                          std::size_t budget) {
  std::string data;
  std::vector<ComparableTimelineSink> timelines;
  for (const PageRun& run : runs) {
    Replayed replayed = replay(run, beside);
    data += (data.empty() ? "" : ",\n") + replayed.data;
    timelines.push_back(std::move(replayed.timeline));
  }
  std::vector<ComparedRun> compared;
  for (std::size_t run = 0; run < runs.size(); ++run) compared.push_back({runs[run].scenario, timelines[run]});
  return page_of(runs, command, data, divergences_document(compared, budget));
}

}  // namespace podreel::cli
