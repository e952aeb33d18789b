#include "scenarios/simulation/coverage.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

#include "engine/release/behaviour_table.hpp"
#include "engine/sim/scheduler.hpp"
#include "engine/trace/digest.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

namespace {

/// Collects the rules of explanations.
class RuleSink final : public trace::Sink {
 public:
  [[nodiscard]] trace::Kinds wanted() const override { return trace::Kinds::of<trace::Sync, trace::Status>(); }

  void write(const trace::Record& record) override {
    if (const auto* sync = std::get_if<trace::Sync>(&record.payload)) add(sync->explanation);
    if (const auto* status = std::get_if<trace::Status>(&record.payload)) add(status->explanation);
  }

  [[nodiscard]] std::set<std::string>& rules() noexcept { return rules_; }

 private:
  void add(const trace::Explanation& explanation) {
    if (explanation == nullptr) return;
    for (const auto& step : *explanation) {
      if (step.contains("rule")) rules_.insert(step.at("rule"));
    }
  }

  std::set<std::string> rules_;
};

/// Returns the digest of the run, at most `until`, and the time that has passed.
std::pair<std::string, sim::Duration> run_of(const format::Scenario& scenario, std::optional<sim::Duration> until) {
  ReplayOptions options;
  options.until = until;
  trace::DigestSink digest{start_time(scenario, options)};
  options.sinks = {&digest};
  const ReplayResult result = replay(scenario, options);
  return {digest.hex(), result.length};
}

}  // namespace

std::set<std::string> exercised_rules(const format::Scenario& scenario) {
  RuleSink rules;
  ReplayOptions options;
  options.explain = true;
  options.sinks = {&rules};
  static_cast<void>(replay(scenario, options));
  return std::move(rules.rules());
}

std::vector<release::Capability> capabilities_of(const format::Scenario& scenario) {
  const format::KubeletSettings& kubelet = scenario.node.kubelet;
  const release::Behaviour behaviour = release::behaviour_of(kubelet.version, kubelet.feature_gates);
  std::vector<release::Capability> capabilities;
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    const bool is_known = std::ranges::find(capabilities, row.capability) != capabilities.end();
    if (!is_known && behaviour.has(row.capability)) capabilities.push_back(row.capability);
  }
  return capabilities;
}

CoverageRun::CoverageRun(const format::Scenario& scenario)
    : scenario_{scenario},
      length_{run_of(scenario, scenario.duration).second},
      digest_{run_of(scenario, length_).first} {}

bool CoverageRun::depends_on(release::Capability capability) const {
  format::Scenario without = scenario_;
  without.node.kubelet.overrides.push_back(capability);
  try {
    return run_of(without, length_).first != digest_;
  } catch (const sim::LivelockError&) {
    return true;
  }
}

}  // namespace podreel::simulation
