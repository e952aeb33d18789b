#include "podreel/scenario.hpp"

#include <utility>

#include "scenarios/format/load.hpp"
#include "scenarios/public/conversions.hpp"
#include "scenarios/public/scenario_state.hpp"

namespace podreel {

namespace {

format::LoadOptions to_engine(const LoadOptions& options) {
  format::LoadOptions converted;
  converted.variables = options.variables;
  if (options.kubelet) converted.kubelet = facade::to_engine(*options.kubelet);
  converted.seed = options.seed;
  converted.feature_gates = options.feature_gates;
  converted.reads_files = options.reads_files;
  return converted;
}

LoadedScenarios to_public(format::Loaded loaded) {
  LoadedScenarios converted{{}, facade::to_public(loaded.problems), facade::to_public(loaded.warnings)};
  for (format::Scenario& scenario : loaded.scenarios) {
    converted.scenarios.emplace_back(std::make_shared<const Scenario::State>(Scenario::State{std::move(scenario)}));
  }
  return converted;
}

}  // namespace

Scenario::Scenario(std::shared_ptr<const State> state) noexcept : state_{std::move(state)} {}

const std::string& Scenario::name() const noexcept {
  return state_->scenario.name;
}

const std::string& Scenario::description() const noexcept {
  return state_->scenario.description;
}

const std::map<std::string, std::string>& Scenario::labels() const noexcept {
  return state_->scenario.labels;
}

const std::map<std::string, std::string>& Scenario::variant() const noexcept {
  return state_->scenario.variant;
}

Release Scenario::kubelet() const noexcept {
  return facade::to_public(state_->scenario.node.kubelet.version);
}

std::optional<std::chrono::nanoseconds> Scenario::duration() const noexcept {
  return state_->scenario.duration;
}

LoadedScenarios load_scenario_file(const std::string& path, const LoadOptions& options) {
  return to_public(format::load_scenario_file(path, to_engine(options)));
}

LoadedScenarios load_scenario_text(std::string_view text, const std::string& file, const LoadOptions& options) {
  return to_public(format::load_scenarios(api::load_documents(text, file), file, to_engine(options)));
}

}  // namespace podreel
