#include "scenarios/explore/explained_sync.hpp"

#include <map>

namespace podreel::explore {

std::vector<std::string> explained_sync(const WatchedRun& run, sim::Duration at) {
  std::map<std::string, sim::Time> began;
  sim::Time last = run.started_at;
  std::vector<std::string> sentences;
  for (const trace::Record& record : run.history.records()) {
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync == nullptr) continue;
    if (!sync->explanation) {
      began[record.pod] = record.time;
      continue;
    }
    const auto begin = began.find(record.pod);
    if (begin == began.end() || begin->second > run.started_at + at || begin->second < last) continue;
    last = begin->second;
    sentences.clear();
    for (const auto& step : *sync->explanation) sentences.push_back(step.at("sentence"));
  }
  return sentences;
}

}  // namespace podreel::explore
