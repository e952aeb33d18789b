#include "tools/cli/explore/explore_options.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/document.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr std::size_t max_runs = 100'000'000;

format::FaultKind fault_kind_of(const std::string& name) {
  std::vector<std::string_view> names;
  for (const format::FaultKindName& known : format::fault_kind_names) {
    if (known.name == name) return known.kind;
    names.push_back(known.name);
  }
  throw BadInput{fmt::format("--allow: found {}{}; accepted: {}", shown(name), api::did_you_mean(name, names),
                             fmt::join(names, ", "))};
}

const invariants::Invariant* invariant_of(const std::string& name) {
  const std::string_view today = invariants::current_name(name);
  std::vector<std::string_view> names;
  for (const invariants::Invariant* known : invariants::library()) {
    if (known->name == today) return known;
    names.push_back(known->name);
  }
  throw BadInput{fmt::format("--keeps: found {}{}; `podreel explore --list` lists the accepted invariants", shown(name),
                             api::did_you_mean(name, names))};
}

std::vector<format::FaultKind> every_fault_kind() {
  std::vector<format::FaultKind> all;
  for (const format::FaultKindName& known : format::fault_kind_names) all.push_back(known.kind);
  return all;
}

}  // namespace

Budget budget_of(const std::string& text) {
  if (const auto budget = parse_budget(text, max_runs)) return *budget;
  throw BadInput{fmt::format("--budget: found {}; accepted: a number of runs from 1 to {}, or a time such as 60s",
                             shown(text), max_runs)};
}

void warn_of_former_names(const ExploreOptions& options, std::ostream& diagnostics) {
  for (const std::string& name : options.keeps) {
    const std::string_view current = invariants::current_name(name);
    if (current == name) continue;
    diagnostics << fmt::format("warning: --keeps: \"{}\" is a former name; write {}\n", name, current);
  }
}

explore::ExplorationPlan plan_of(const ExploreOptions& options, const format::Scenario& scenario) {
  explore::ExplorationPlan plan;
  const format::ExploreSettings& written = scenario.explore;
  plan.allowed.fault_kinds = written.allow.empty() ? every_fault_kind() : written.allow;
  if (!options.allow.empty()) plan.allowed.fault_kinds.clear();
  for (const std::string& name : options.allow) plan.allowed.fault_kinds.push_back(fault_kind_of(name));
  plan.allowed.from = written.from;
  if (written.until) plan.allowed.until = *written.until;
  const std::vector<std::string>& keeps = options.keeps.empty() ? written.keeps : options.keeps;
  if (!keeps.empty()) plan.keeps.clear();
  for (const std::string& name : keeps) plan.keeps.push_back(invariant_of(name));
  plan.expectations = written.expectations || options.expectations;
  plan.at_once = options.at_once.value_or(written.at_once);
  if (plan.at_once == 0 || plan.at_once > format::max_concurrent) {
    throw BadInput{fmt::format("--at-once: found {}; accepted: 1 to {}", plan.at_once, format::max_concurrent)};
  }
  return plan;
}

}  // namespace podreel::cli
