#include "tools/cli/test/test_coverage.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "engine/release/behaviour_table.hpp"
#include "engine/trace/explanation_text.hpp"
#include "scenarios/parallel/thread_pool.hpp"
#include "scenarios/simulation/coverage.hpp"
#include "scenarios/simulation/rule_list.hpp"
#include "tools/cli/arguments/progress.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using release::Capability;

/// Returns the capabilities of all kubelets, in the order of the table.
std::vector<Capability> capabilities_of(const std::vector<format::Scenario>& scenarios) {
  std::vector<Capability> all;
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    if (std::ranges::find(all, row.capability) == all.end()) all.push_back(row.capability);
  }
  std::vector<bool> is_had(all.size());
  for (const format::Scenario& scenario : scenarios) {
    for (const Capability capability : simulation::capabilities_of(scenario)) {
      is_had[static_cast<std::size_t>(std::ranges::find(all, capability) - all.begin())] = true;
    }
  }
  std::vector<Capability> had;
  for (std::size_t place = 0; place < all.size(); ++place) {
    if (is_had[place]) had.push_back(all[place]);
  }
  return had;
}

std::string name_of(Capability capability) {
  const auto rows = release::behaviour_table();
  return std::string{std::ranges::find(rows, capability, &release::BehaviourRow::capability)->name};
}

/// Results of all threads.
class Findings {
 public:
  void add(const std::set<std::string>& rules) {
    const std::lock_guard lock{mutex_};
    rules_.insert(rules.begin(), rules.end());
  }
  void add(Capability capability) {
    const std::lock_guard lock{mutex_};
    behaviours_.insert(name_of(capability));
  }
  [[nodiscard]] bool has(Capability capability) {
    const std::lock_guard lock{mutex_};
    return behaviours_.contains(name_of(capability));
  }
  [[nodiscard]] const std::set<std::string>& rules() const noexcept { return rules_; }
  [[nodiscard]] const std::set<std::string>& behaviours() const noexcept { return behaviours_; }

 private:
  std::mutex mutex_;
  std::set<std::string> rules_;
  std::set<std::string> behaviours_;
};

void look_at(const format::Scenario& scenario, Findings& findings) {
  findings.add(simulation::exercised_rules(scenario));
  const simulation::CoverageRun run{scenario};
  for (const Capability capability : simulation::capabilities_of(scenario)) {
    if (!findings.has(capability) && run.depends_on(capability)) findings.add(capability);
  }
}

template <class Names>
CoverageGroup group_of(std::string name, const Names& all, const std::set<std::string>& exercised) {
  CoverageGroup group{.name = std::move(name), .exercised = {}, .missed = {}};
  for (const auto& each : all) {
    std::string text{each};
    (exercised.contains(text) ? group.exercised : group.missed).push_back(std::move(text));
  }
  return group;
}

}  // namespace

std::vector<CoverageGroup> coverage_of(const std::vector<format::Scenario>& scenarios, std::size_t jobs,
                                       Context& context) {
  Findings findings;
  Progress progress{context.diagnostics, context.diagnostics_terminal, "scenarios", scenarios.size(),
                    Progress::Of::things};
  std::mutex mutex;
  std::size_t done = 0;
  parallel::ThreadPool pool{jobs};
  pool.for_each(scenarios.size(), [&](std::size_t /*thread*/, std::size_t place) {
    look_at(scenarios[place], findings);
    const std::lock_guard lock{mutex};
    progress.at(++done);
  });
  std::vector<std::string> behaviours;
  for (const Capability capability : capabilities_of(scenarios)) behaviours.push_back(name_of(capability));
  return {group_of("decisions", simulation::decision_rules(), findings.rules()),
          group_of("syncs", simulation::sync_rules(), findings.rules()),
          group_of("behaviours", behaviours, findings.behaviours())};
}

void print_coverage(std::ostream& out, const std::vector<CoverageGroup>& groups) {
  constexpr std::size_t width = 98;
  out << "coverage:\n";
  for (const CoverageGroup& group : groups) {
    const std::size_t all = group.exercised.size() + group.missed.size();
    fmt::print(out, "  {:<11} {} of {}\n", group.name, group.exercised.size(), all);
    if (group.missed.empty()) continue;
    const std::string missed = fmt::format("not exercised: {}", fmt::join(group.missed, ", "));
    for (const std::string& line : trace::wrap_line(missed, width)) fmt::print(out, "    {}\n", line);
  }
}

ordered_json coverage_document(const std::vector<CoverageGroup>& groups) {
  ordered_json document;
  for (const CoverageGroup& group : groups) {
    document[group.name] = {{"exercised", group.exercised}, {"missed", group.missed}};
  }
  return document;
}

}  // namespace podreel::cli
