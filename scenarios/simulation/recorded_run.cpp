#include "scenarios/simulation/recorded_run.hpp"

#include <utility>

namespace podreel::simulation {

namespace {

class Keep final : public trace::Sink {
 public:
  explicit Keep(std::vector<trace::Record>& records) : records_{records} {}
  void write(const trace::Record& record) override { records_.push_back(record); }

 private:
  std::vector<trace::Record>& records_;
};

}  // namespace

language::RunHistory recorded_run(const language::Scenario& scenario, ReplayOptions options) {
  language::RunHistory history;
  Keep keep{history.records};
  options.sinks.push_back(&keep);
  // The calendar's start is known only at the end: until then, times since the start stand for instants.
  options.observe_pods = [&history](sim::Duration at, const kubelet::ApiServer::Change& change) {
    history.pods[api::full_name(*change.pod)].push_back({sim::Time{at}, change.gone ? nullptr : change.pod});
  };
  const ReplayResult result = replay(scenario, options);
  history.start = result.started_at;
  history.end = result.started_at + result.length;
  for (auto& [name, versions] : history.pods) {
    for (language::PodVersion& version : versions) version.since += result.started_at.time_since_epoch();
  }
  return history;
}

}  // namespace podreel::simulation
