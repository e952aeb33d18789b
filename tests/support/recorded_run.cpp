#include "tests/support/recorded_run.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/trace/json_tree.hpp"

namespace podreel::testing {

namespace {

class Keep final : public trace::Sink {
 public:
  explicit Keep(std::vector<trace::Record>& records) : records_{records} {}
  void write(const trace::Record& record) override { records_.push_back(record); }

 private:
  std::vector<trace::Record>& records_;
};

}  // namespace

RunHistory recorded_run(const format::Scenario& scenario, simulation::ReplayOptions options) {
  RunHistory history;
  Keep keep{history.records};
  options.sinks.push_back(&keep);
  options.observe_pods = [&history](sim::Time at, const std::string& pod,
                                    std::shared_ptr<const nlohmann::json> object) {
    history.pods[pod].push_back({at, std::move(object)});
  };
  const simulation::ReplayResult result = simulation::replay(scenario, options);
  history.start = result.started_at;
  history.end = result.started_at + result.length;
  return history;
}

std::vector<nlohmann::json> json_records(const format::Scenario& scenario, std::uint64_t seed) {
  simulation::ReplayOptions options;
  options.seed = seed;
  const RunHistory history = recorded_run(scenario, std::move(options));
  std::vector<nlohmann::json> records;
  for (const trace::Record& record : history.records) records.push_back(trace::json_of(record, history.start));
  return records;
}

}  // namespace podreel::testing
