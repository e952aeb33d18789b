#include "scenarios/reproduce/simulated_evidence.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/invariant.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::size_t max_versions = 20'000;
constexpr std::size_t max_errors = 5'000;

/// Records the versions and errors of one pod, and its events until the paste.
class EvidenceRecorder final : public trace::Sink {
 public:
  EvidenceRecorder(const PastedPod& pasted, SimulatedEvidence& simulated) : pasted_{pasted}, simulated_{simulated} {}

  [[nodiscard]] trace::Kinds wanted() const override {
    return trace::Kinds::of<trace::EventWrite, trace::Sync, trace::RuntimeCall, trace::Api>();
  }
  void write(const trace::Record& record) override {
    if (record.pod != pasted_.pod) return;
    if (const auto* api = std::get_if<trace::Api>(&record.payload)) {
      if (api->op == "pod_created" && simulated_.created == sim::Time{}) simulated_.created = record.time;
    } else if (std::holds_alternative<trace::EventWrite>(record.payload)) {
      if (record.time <= simulated_.created + pasted_.age) events_.write(record);
    } else if (simulated_.errors.size() < max_errors) {
      note_error(record);
    }
  }
  void finish() {
    PODREEL_INVARIANT(simulated_.errors.size() <= max_errors, "the number of kept errors is limited");
    simulated_.events = events_.events(pasted_.pod);
  }

 private:
  void note_error(const trace::Record& record) {
    if (const auto* sync = std::get_if<trace::Sync>(&record.payload)) {
      if (sync->error) simulated_.errors.push_back({record.time, {}, *sync->error});
    } else if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) {
      if (call->error) simulated_.errors.push_back({record.time + call->dur, call->op, *call->error});
    }
  }

  PastedPod pasted_;
  SimulatedEvidence& simulated_;
  trace::EventList events_;
};

}  // namespace

api::PodPtr SimulatedEvidence::pod_at(sim::Time time) const {
  const auto later = std::ranges::upper_bound(versions, time, {}, &std::pair<sim::Time, api::PodPtr>::first);
  return later == versions.begin() ? nullptr : std::prev(later)->second;
}

format::Scenario loaded(const nlohmann::ordered_json& scenario) {
  api::LoadedFile file;
  file.documents.push_back(api::to_tree(nlohmann::json(scenario)));
  format::Loaded found = format::load_scenarios(file, "reproduced.yaml");
  if (!found.problems.empty()) {
    const api::Problem& problem = found.problems.front();
    throw RefusedScenario{fmt::format("{}: {}", problem.path, problem.message)};
  }
  return std::move(found.scenarios.front());
}

std::vector<SimulatedEvidence> simulated_evidence_of(const format::Scenario& scenario,
                                                     const std::vector<PastedPod>& pods, std::uint64_t seed) {
  std::vector<SimulatedEvidence> simulated(pods.size());
  std::vector<EvidenceRecorder> recorders;
  recorders.reserve(pods.size());
  simulation::ReplayOptions options;
  options.seed = seed;
  for (std::size_t index = 0; index < pods.size(); ++index) {
    options.sinks.push_back(&recorders.emplace_back(pods[index], simulated[index]));
  }
  options.watch_pods = [&](sim::Time time, const api::PodPtr& pod, bool gone) {
    const std::string name = fmt::format("{}/{}", pod->metadata.namespace_name, pod->metadata.name);
    const auto found = std::ranges::find(pods, name, &PastedPod::pod);
    if (found == pods.end()) return;
    auto& versions = simulated[static_cast<std::size_t>(found - pods.begin())].versions;
    PODREEL_INVARIANT(versions.empty() || versions.back().first <= time, "versions of a pod are in order of time");
    if (versions.size() < max_versions) versions.emplace_back(time, gone ? nullptr : pod);
  };
  const simulation::ReplayResult result = simulation::replay(scenario, options);
  for (std::size_t index = 0; index < pods.size(); ++index) {
    recorders[index].finish();
    simulated[index].ended = result.started_at + result.length;
    simulated[index].work = result.events_run;
  }
  return simulated;
}

}  // namespace podreel::reproduce
