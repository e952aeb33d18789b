#include "tools/timeline/run_names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "engine/decide/policy_text.hpp"
#include "engine/release/release.hpp"

namespace podreel::cli {

namespace {

using format::Scenario;

std::set<std::string> variables_of(const std::vector<Scenario>& runs) {
  std::set<std::string> names;
  for (const Scenario& run : runs) {
    for (const auto& [name, value] : run.variant) names.insert(name);
  }
  names.erase("kubelet");
  return names;
}

/// Returns the possible differences of a run, as texts; all runs with the same `variables` have equally many.
std::vector<std::string> aspects_of(const Scenario& run, const std::set<std::string>& variables) {
  std::vector<std::string> aspects{run.name, release::to_string(run.node.kubelet.version),
                                   policy_name(run.node.kubelet.identity_policy), fmt::format("seed {}", run.seed)};
  for (const std::string& name : variables) {
    const auto value = run.variant.find(name);
    aspects.push_back(value == run.variant.end() ? "" : fmt::format("{}={}", name, value->second));
  }
  return aspects;
}

bool is_shared(const std::vector<std::vector<std::string>>& aspects, std::size_t column) {
  return std::ranges::all_of(aspects, [&](const auto& row) { return row[column] == aspects.front()[column]; });
}

/// Makes equal names distinct: with the runs' files, or else with numbers.
void add_distinctions(std::vector<std::string>& names, const std::vector<Scenario>& runs) {
  const auto is_double = [&names](const std::string& name) { return std::ranges::count(names, name) > 1; };
  const bool by_files = std::ranges::any_of(names, is_double);
  for (std::size_t run = 0; by_files && run < runs.size(); ++run) {
    names[run] += (names[run].empty() ? "" : ", ") + runs[run].file;
  }
  const bool by_numbers = std::ranges::any_of(names, is_double);
  for (std::size_t run = 0; by_numbers && run < runs.size(); ++run) names[run] += fmt::format(" ({})", run + 1);
}

}  // namespace

std::string policy_name(const decide::PolicySettings& policy) {
  if (policy.kind == decide::PolicyKind::custom) return decide::to_string(policy);
  std::string name{decide::to_string(policy.kind)};
  if (policy.older) name += " " + release::minor_string(*policy.older);
  return name;
}

std::vector<std::string> names_of_differences(const std::vector<Scenario>& runs) {
  if (runs.size() < 2) return std::vector<std::string>(runs.size());
  const std::set<std::string> variables = variables_of(runs);
  std::vector<std::vector<std::string>> aspects;
  for (const Scenario& run : runs) aspects.push_back(aspects_of(run, variables));
  std::vector<std::string> names(runs.size());
  for (std::size_t column = 0; column < aspects.front().size(); ++column) {
    if (is_shared(aspects, column)) continue;
    for (std::size_t run = 0; run < runs.size(); ++run) {
      const std::string& aspect = aspects[run][column];
      if (!aspect.empty()) names[run] += (names[run].empty() ? "" : ", ") + aspect;
    }
  }
  add_distinctions(names, runs);
  return names;
}

}  // namespace podreel::cli
