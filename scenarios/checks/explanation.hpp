// Texts of a scenario for its readers.
#pragma once

#include <string>
#include <vector>

#include "scenarios/checks/expectation_checker.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::format {

/// The parts of a description, and, in a lesson, the reasons of its expectations, which are sentences.
struct Explanation {
  /// First line of the description.
  std::string title;
  /// Lines up to "Try:", each with its end.
  std::string setup;
  /// Reasons of expectations, in their order.
  std::vector<std::string> statements;
  /// Lines from "Try:" on, each with its end; may be empty.
  std::string exercise;
};

/// Returns the parts with the reasons of expectations that apply to this run.
[[nodiscard]] Explanation explanation_of(const Scenario& scenario);

/// Returns the parts with the reasons of expectations that held.
[[nodiscard]] Explanation explanation_of(const Scenario& scenario, const std::vector<Verdict>& verdicts);

/// Returns all parts after the title as one text.
[[nodiscard]] std::string text_after_title(const Explanation& explanation);

}  // namespace podreel::format
