// One run of a public scenario by the engine.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/decide/custom_policies.hpp"
#include "engine/trace/digest.hpp"
#include "podreel/replay.hpp"
#include "scenarios/checks/expectation_checker.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::facade {

class EngineReplay {
 public:
  /// Both must outlive it. Throws std::invalid_argument for options that exclude each other.
  EngineReplay(const format::Scenario& scenario, const ReplayOptions& options);
  ~EngineReplay();
  EngineReplay(const EngineReplay&) = delete;
  EngineReplay& operator=(const EngineReplay&) = delete;

  [[nodiscard]] sim::Time started_at() const noexcept { return start_; }

  /// `history` gets all records and versions of pods. It must outlive the run.
  void record_history(invariants::History& history);

  /// To be called once.
  [[nodiscard]] ReplayResult run();

 private:
  class RecordSink;

  /// Returns the reason why a foreign runtime cannot replace podreel's, if any.
  [[nodiscard]] std::optional<Problem> why_runtime_is_refused() const;
  void observe_records();
  void observe_pods();
  [[nodiscard]] Problem problem_at(api::Mark mark, std::string path, std::string message) const;
  [[nodiscard]] std::vector<ExpectationResult> expectations(sim::Time end);

  /// ReplayOptions::make_policy as a policy of the engine, and the scenario with it; otherwise without effect.
  decide::CustomPolicy made_policy_;
  std::optional<format::Scenario> with_policy_;
  const format::Scenario& scenario_;
  const ReplayOptions& options_;
  simulation::ReplayOptions how_;
  sim::Time start_;
  std::unique_ptr<RecordSink> records_;
  std::optional<trace::DigestSink> digest_;
  std::optional<format::ExpectationChecker> checker_;
};

}  // namespace podreel::facade
