#include "tools/cli/explore/explore_changes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "scenarios/explore/changes.hpp"
#include "scenarios/parallel/thread_pool.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/explore/explored_workloads.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using explore::Workload;
using release::BehaviourRow;

/// Maximum number of faults tried per scenario for rows that no scenario shows without faults.
constexpr std::size_t max_troubles = 40;

/// Maximum number of scenarios tried per row; not every scenario that shows a row can be turned into one that both
/// releases pass.
constexpr std::size_t max_tried = 8;

/// A scenario and the rows that it shows.
struct Shown {
  Workload workload;
  std::vector<const BehaviourRow*> rows{};
};

/// The result for a row.
struct ReleaseChange {
  const BehaviourRow* row = nullptr;
  /// Workloads that show the row, the shortest first.
  std::vector<const Workload*> from{};
  std::optional<Workload> made{};
};

/// Returns the workloads of the files that run under the newer release and name no other.
std::vector<Shown> workloads(const ExploreOptions& options, const explore::ReleaseStep& step, Context& context) {
  format::LoadOptions load = options.run.load;
  load.kubelet = step.to;
  std::vector<Shown> found;
  for (Workload& workload : workloads_that_run(options, load, context)) {
    if (keeps_its_release(workload)) found.push_back({std::move(workload)});
  }
  return found;
}

std::vector<ReleaseChange> changes_in(const std::vector<Shown>& all, const std::vector<const BehaviourRow*>& rows) {
  std::vector<ReleaseChange> changes;
  for (const BehaviourRow* row : rows) {
    ReleaseChange change{.row = row};
    for (const Shown& shown : all) {
      if (std::ranges::count(shown.rows, row) > 0) change.from.push_back(&shown.workload);
    }
    std::ranges::stable_sort(change.from, {},
                             [](const Workload* workload) { return workload->document.dump().size(); });
    changes.push_back(std::move(change));
  }
  return changes;
}

using Troubled = std::vector<std::pair<const BehaviourRow*, Workload>>;

/// Injects faults to find rows that no scenario shows without them.
Troubled with_trouble(const std::vector<Shown>& all, const explore::ReleaseStep& step,
                      std::vector<ReleaseChange>& changes, parallel::ThreadPool& pool) {
  std::vector<const BehaviourRow*> hidden;
  for (const ReleaseChange& change : changes) {
    if (change.from.empty()) hidden.push_back(change.row);
  }
  std::vector<Troubled> found(all.size());
  pool.for_each(hidden.empty() ? 0 : all.size(), [&](std::size_t /*thread*/, std::size_t place) {
    std::vector<const BehaviourRow*> wanted = hidden;
    found[place] = explore::shown_by_fault(all[place].workload, step, wanted, max_troubles);
  });
  Troubled together;
  for (Troubled& each : found) std::ranges::move(each, std::back_inserter(together));
  for (ReleaseChange& change : changes) {
    const auto of_row = [&change](const auto& shown) { return shown.first == change.row; };
    if (const auto shown = std::ranges::find_if(together, of_row); shown != together.end()) {
      change.from.push_back(&shown->second);
    }
  }
  return together;
}

nlohmann::ordered_json document_of(const std::vector<ReleaseChange>& changes) {
  auto items = nlohmann::ordered_json::array();
  for (const ReleaseChange& change : changes) {
    items.push_back({{"row", change.row->name},
                     {"what", change.row->what},
                     {"source", change.row->source},
                     {"scenarios", change.from.size()}});
    if (change.made) items.back()["scenario"] = change.made->document;
  }
  return {{"changes", std::move(items)}};
}

void print(const std::vector<ReleaseChange>& changes, std::ostream& out) {
  TextTable table{{"ROW", "SHOWN BY", "SCENARIO", "WHAT"}};
  for (const ReleaseChange& change : changes) {
    table.add({std::string{change.row->name}, change.from.empty() ? "-" : counted(change.from.size(), "scenario"),
               change.made ? workload_name(*change.made) : "-", std::string{change.row->what}});
  }
  out << table.text();
}

}  // namespace

ExitCode explore_changes(const ExploreOptions& options, Context& context) {
  if (!options.run.load.kubelet) throw BadInput{"--against needs --kubelet-version, the older release"};
  const explore::ReleaseStep step{*options.run.load.kubelet, *release::parse_release(options.against)};
  const std::vector<const BehaviourRow*> rows = explore::changed_rows(step);
  std::optional<OutputFolder> saved = save_folder(options);
  std::vector<Shown> all = workloads(options, step, context);
  parallel::ThreadPool pool{jobs_of(options.jobs, context)};
  pool.for_each(all.size(), [&](std::size_t /*thread*/, std::size_t place) {
    const format::Loaded read = explore::loaded(all[place].workload);
    all[place].rows = explore::shown_rows(read.scenarios.front(), step, rows);
  });
  std::vector<ReleaseChange> changes = changes_in(all, rows);
  const Troubled troubled = with_trouble(all, step, changes, pool);
  pool.for_each(changes.size(), [&](std::size_t /*thread*/, std::size_t place) {
    ReleaseChange& change = changes[place];
    for (std::size_t tried = 0; !change.made && tried < std::min(max_tried, change.from.size()); ++tried) {
      change.made = explore::change_scenario(*change.from[tried], step, *change.row);
    }
  });
  for (const ReleaseChange& change : changes) {
    if (change.made && saved) write_workload(*saved, *change.made);
  }
  if (options.run.format == OutputFormat::table) {
    print(changes, context.out);
  } else {
    print_document(context.out, options.run.format, document_of(changes));
  }
  const bool is_shown = std::ranges::any_of(changes, [](const ReleaseChange& change) { return !change.from.empty(); });
  return is_shown ? ExitCode::difference : ExitCode::ok;
}

}  // namespace podreel::cli
