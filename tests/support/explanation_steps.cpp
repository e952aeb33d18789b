#include "tests/support/explanation_steps.hpp"

#include <variant>

#include "tests/support/short_scenario.hpp"

namespace podreel::testing {

namespace {

trace::Explanation explanation_of(const trace::Record& record) {
  if (const auto* sync = std::get_if<trace::Sync>(&record.payload)) return sync->explanation;
  if (const auto* status = std::get_if<trace::Status>(&record.payload)) return status->explanation;
  return nullptr;
}

}  // namespace

RunHistory explained_history(const std::string& spec) {
  simulation::ReplayOptions options;
  options.explain = true;
  return history_of("timing: ideal, " + spec, options);
}

std::vector<nlohmann::ordered_json> steps_by(const RunHistory& history, std::string_view rule) {
  std::vector<nlohmann::ordered_json> steps;
  for (const trace::Record& record : history.records) {
    const trace::Explanation explanation = explanation_of(record);
    if (explanation == nullptr) continue;
    for (const auto& step : *explanation) {
      if (step.at("rule") == rule) steps.push_back(step);
    }
  }
  return steps;
}

std::vector<std::string> found_by(const RunHistory& history, std::string_view rule) {
  std::vector<std::string> found;
  for (const auto& step : steps_by(history, rule)) {
    std::string text = step.value("subject", "pod") + ": " + step.at("found").get<std::string>();
    if (step.contains("effect")) text += "; " + step.at("effect").get<std::string>();
    found.push_back(std::move(text));
  }
  return found;
}

}  // namespace podreel::testing
