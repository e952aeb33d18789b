#include "tools/cli/explore_changes.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "scenarios/actions/kubelet.hpp"
#include "scenarios/explorer/changes.hpp"
#include "scenarios/fleet/crew.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/jobs.hpp"
#include "tools/cli/output_file.hpp"
#include "tools/cli/shown_text.hpp"
#include "tools/cli/text_table.hpp"
#include "tools/cli/yaml_text.hpp"

namespace podreel::cli {

namespace {

using explorer::Workload;
using release::BehaviourRow;

/// Of what can go wrong in each scenario so much is tried, for rows that none shows as it is.
constexpr std::size_t most_troubles = 40;

/// A scenario, and the rows that it shows.
struct Shown {
  Workload workload;
  std::vector<const BehaviourRow*> rows{};
};

/// What was made of a row.
struct Change {
  const BehaviourRow* row = nullptr;
  /// Of those that show it, the shortest one.
  const Workload* from = nullptr;
  std::size_t scenarios = 0;
  std::optional<Workload> made{};
};

bool names_releases(const language::Scenario& scenario) {
  return std::ranges::any_of(
      scenario.timeline, [](const language::Step& step) { return actions::started_release(*step.action).has_value(); });
}

/// Those of the files that run under the newer release and name no other.
std::vector<Shown> workloads(const ExploreOptions& options, const explorer::Step& step) {
  std::vector<Shown> found;
  language::LoadOptions load = options.run.load;
  load.kubelet = step.to;
  for (const std::string& file : input_files(options.run.files, true)) {
    if (file == "-") throw BadInput{"scenarios are explored in files, not from standard input"};
    const api::LoadedFile documents = api::load_file(file);
    if (!language::load_scenarios(documents, file, load).problems.empty()) continue;
    for (Workload& workload : explorer::workloads_of(documents, file, load)) {
      const language::Loaded read = explorer::loaded(workload);
      if (read.scenarios.size() == 1 && !names_releases(read.scenarios.front())) found.push_back({std::move(workload)});
    }
  }
  return found;
}

/// Calls `work` with every place below `count`, on so many threads.
void for_each_place(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work) {
  fleet::Crew crew{jobs};
  std::atomic<std::size_t> next = 0;
  crew.run([&](std::size_t /*thread*/) {
    for (std::size_t place = next++; place < count; place = next++) work(place);
  });
}

std::vector<Change> changes_in(const std::vector<Shown>& all, const std::vector<const BehaviourRow*>& rows) {
  std::vector<Change> changes;
  for (const BehaviourRow* row : rows) {
    Change change{.row = row};
    for (const Shown& shown : all) {
      if (std::ranges::count(shown.rows, row) == 0) continue;
      ++change.scenarios;
      const auto size = [](const Workload& workload) { return workload.document.dump().size(); };
      if (change.from == nullptr || size(shown.workload) < size(*change.from)) change.from = &shown.workload;
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

using Troubled = std::vector<std::pair<const BehaviourRow*, Workload>>;

/// What no scenario shows as it is may show when something goes wrong in one.
Troubled with_trouble(const std::vector<Shown>& all, const explorer::Step& step, std::vector<Change>& changes,
                      std::size_t jobs) {
  std::vector<const BehaviourRow*> hidden;
  for (const Change& change : changes) {
    if (change.from == nullptr) hidden.push_back(change.row);
  }
  std::vector<Troubled> found(all.size());
  for_each_place(hidden.empty() ? 0 : all.size(), jobs, [&](std::size_t place) {
    std::vector<const BehaviourRow*> wanted = hidden;
    found[place] = explorer::shown_by_trouble(all[place].workload, step, wanted, most_troubles);
  });
  Troubled together;
  for (Troubled& each : found) std::ranges::move(each, std::back_inserter(together));
  for (Change& change : changes) {
    const auto of_row = [&change](const auto& shown) { return shown.first == change.row; };
    if (const auto shown = std::ranges::find_if(together, of_row); shown != together.end()) {
      change.from = &shown->second;
      change.scenarios = 1;
    }
  }
  return together;
}

std::string name_of(const Workload& workload) {
  return workload.document["metadata"]["name"];
}

void save(const std::vector<Change>& changes, const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (const Change& change : changes) {
    if (!change.made) continue;
    OutputFile file{(std::filesystem::path{folder} / (name_of(*change.made) + ".yaml")).string()};
    file.stream() << yaml_text(change.made->document);
    for (const auto& manifest : change.made->manifests) file.stream() << "---\n" << yaml_text(manifest);
    file.commit();
  }
}

nlohmann::ordered_json document_of(const std::vector<Change>& changes) {
  auto items = nlohmann::ordered_json::array();
  for (const Change& change : changes) {
    items.push_back({{"row", change.row->name},
                     {"what", change.row->what},
                     {"source", change.row->source},
                     {"scenarios", change.scenarios}});
    if (change.made) items.back()["scenario"] = change.made->document;
  }
  return {{"changes", std::move(items)}};
}

void tell(const std::vector<Change>& changes, std::ostream& out) {
  TextTable table{{"ROW", "SHOWN BY", "SCENARIO", "WHAT"}};
  for (const Change& change : changes) {
    table.add({std::string{change.row->name}, change.scenarios == 0 ? "-" : counted(change.scenarios, "scenario"),
               change.made ? name_of(*change.made) : "-", std::string{change.row->what}});
  }
  out << table.text();
}

}  // namespace

ExitCode explore_changes(const ExploreOptions& options, Context& context) {
  if (!options.run.load.kubelet)
    throw BadInput{"--against: against which kubelet? --kubelet-version names the older one"};
  const explorer::Step step{*options.run.load.kubelet, *release::parse_release(options.against)};
  const std::vector<const BehaviourRow*> rows = explorer::changed_rows(step);
  std::vector<Shown> all = workloads(options, step);
  const std::size_t jobs = jobs_of(options.jobs, context);
  for_each_place(all.size(), jobs, [&](std::size_t place) {
    const language::Loaded read = explorer::loaded(all[place].workload);
    all[place].rows = explorer::shown_rows(read.scenarios.front(), step, rows);
  });
  std::vector<Change> changes = changes_in(all, rows);
  const Troubled troubled = with_trouble(all, step, changes, jobs);
  for_each_place(changes.size(), jobs, [&](std::size_t place) {
    Change& change = changes[place];
    if (change.from != nullptr) change.made = explorer::change_scenario(*change.from, step, *change.row);
  });
  if (!options.save.empty()) save(changes, options.save);
  if (options.run.format == OutputFormat::table) {
    tell(changes, context.out);
  } else {
    print_document(context.out, options.run.format, document_of(changes));
  }
  const bool is_shown = std::ranges::any_of(changes, [](const Change& change) { return change.from != nullptr; });
  return is_shown ? ExitCode::difference : ExitCode::ok;
}

}  // namespace podreel::cli
