#include "tools/cli/explore/finding_report.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <vector>

#include "engine/release/release.hpp"
#include "engine/trace/text_timeline.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tools/cli/explore/explored_workloads.hpp"
#include "tools/cli/explore/kubelet_code.hpp"

namespace podreel::cli {

namespace {

using namespace std::chrono_literals;

/// The time before the violation whose records name the code.
constexpr sim::Duration recently = 30s;
/// Lines of a timeline; of a longer one the end is shown.
constexpr std::size_t max_timeline_lines = 200;

class Records final : public trace::Sink {
 public:
  void write(const trace::Record& record) override { all.push_back(record); }
  std::vector<trace::Record> all{};
};

struct Tried {
  std::string name;
  /// No value: the scenario cannot be run with this kubelet.
  std::optional<bool> breaks;
};

std::optional<bool> breaks_in(explore::Workload workload, const std::string& release) {
  workload.document["spec"]["node"]["kubelet"]["version"] = release;
  const format::Loaded read = explore::loaded(workload);
  if (!read.problems.empty() || read.scenarios.size() != 1) return std::nullopt;
  return !simulation::run_and_check(read.scenarios.front()).holds();
}

std::vector<Tried> tried_releases(const explore::Workload& workload) {
  std::vector<Tried> releases;
  for (const release::Release release : release::simulated_releases()) {
    const std::string name = release::to_string(release);
    releases.push_back({name, breaks_in(workload, name)});
  }
  return releases;
}

/// Joins neighbours: "1.20.15 to 1.23.17, 1.36.6".
std::string ranges_of(const std::vector<Tried>& releases, std::optional<bool> breaks) {
  std::vector<std::string> ranges;
  for (std::size_t first = 0; first < releases.size();) {
    std::size_t end = first;
    while (end < releases.size() && releases[end].breaks == breaks) ++end;
    if (end == first) {
      ++first;
      continue;
    }
    const bool is_one = end == first + 1;
    ranges.push_back(is_one ? releases[first].name
                            : fmt::format("{} to {}", releases[first].name, releases[end - 1].name));
    first = end;
  }
  return ranges.empty() ? "none" : fmt::format("{}", fmt::join(ranges, ", "));
}

std::string releases_text(const explore::Counterexample& found) {
  if (!keeps_its_release(found.workload)) {
    return "The scenario starts kubelets of several releases, so it was not tried with others.\n";
  }
  const std::vector<Tried> releases = tried_releases(found.workload);
  std::string text = "The newest patch release of each minor was tried, in the simulation.\n\n";
  text += fmt::format("- breaks: {}\n- holds: {}\n", ranges_of(releases, true), ranges_of(releases, false));
  const std::string refused = ranges_of(releases, std::nullopt);
  return refused == "none" ? text : text + fmt::format("- cannot run the scenario: {}\n", refused);
}

/// The end of a text that is too long.
std::string shortened(const std::string& text) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (lines <= max_timeline_lines) return text;
  std::size_t begin = 0;
  for (std::size_t line = 0; line < lines - max_timeline_lines; ++line) begin = text.find('\n', begin) + 1;
  return fmt::format("({} lines before are left out)\n{}", lines - max_timeline_lines, text.substr(begin));
}

struct Played {
  std::string timeline;
  std::vector<std::string> code;
};

Played played(const explore::Counterexample& found) {
  const format::Loaded read = explore::loaded(found.workload);
  const format::Scenario& scenario = read.scenarios.at(0);
  std::ostringstream text;
  simulation::ReplayOptions options;
  options.explain = true;
  const sim::Time start = simulation::start_time(scenario, options);
  trace::TextTimeline timeline{text, start, {.folds = true}};
  Records records;
  options.sinks = {&timeline, &records};
  static_cast<void>(simulation::replay(scenario, options));
  timeline.flush();
  if (found.at) {
    std::erase_if(records.all, [now = start + *found.at](const trace::Record& record) {
      return record.time > now || record.time < now - recently;
    });
  }
  return {shortened(text.str()), kubelet_code_of(records.all)};
}

std::string list_of(const std::vector<std::string>& items, std::string_view before) {
  std::string text;
  for (const std::string& item : items) text += fmt::format("- {}{}\n", before, item);
  return text.empty() ? "- none\n" : text;
}

std::string head_of(const explore::Counterexample& found) {
  const auto& library = invariants::library();
  const auto known = std::ranges::find(library, found.invariant, &invariants::Invariant::name);
  const std::string promise{known == library.end() ? found.invariant : (*known)->what};
  std::string text = fmt::format("# Broken: {}\n\n", promise);
  text += fmt::format("`podreel explore` found it in a simulation: {}{}.\n", found.what,
                      found.at ? fmt::format(", {} after the start", explore::shown_instant(*found.at)) : "");
  if (known != library.end() && !(*known)->source.empty()) {
    text += fmt::format("\nThe invariant `{}` comes from {}.\n", found.invariant, (*known)->source);
  }
  return text;
}

std::string commands_for(const std::string& scenario_file) {
  return fmt::format(
      "The first command replays the scenario in the simulation. The second one plays it to a real kubelet, and the "
      "third one says whether the real one does the same. Until then this report is a suspicion.\n\n"
      "```sh\npodreel test {0}\npodreel record {0} --kubelet /usr/bin/kubelet -o recorded.jsonl\n"
      "podreel match {0} recorded.jsonl\n```\n",
      scenario_file);
}

}  // namespace

std::string finding_report(const explore::Counterexample& found, const std::string& scenario_file) {
  const Played run = played(found);
  std::string text = head_of(found);
  text += "\n## Releases\n\n" + releases_text(found);
  text += "\n## Smallest scenario\n\n```yaml\n" + workload_text(found.workload) + "```\n";
  text += "\n## Timeline\n\n```\n" + run.timeline + "```\n";
  if (found.at) text += "\n## The sync in or after which it breaks\n\n" + list_of(found.sync, "");
  text += fmt::format("\n## Code that acts{}\n\n{}", found.at ? " in the last 30 seconds" : "",
                      list_of(run.code, "pkg/kubelet/"));
  text += "\n## Check it\n\n" + commands_for(scenario_file);
  return text;
}

}  // namespace podreel::cli
