#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/printable.hpp"
#include "scenarios/fleet/load.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/load.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText check_text{
    .name = "check",
    .summary = optional_summary("check"),
    .description =
        "Reads files as `podreel run`, `test` and `fleet` do, without running anything. Errors are reported with their "
        "positions, and input without effect causes a warning. Plans in separate files are checked together with the "
        "fleet, if there is one; without it, their fields are checked.\n\n"
        "The exit code is 0 if there are no errors, even with warnings, and 2 otherwise.",
    .examples =
        "# Check one file\n"
        "podreel check scenarios/crash-loop.yaml\n"
        "\n"
        "# Check whether all scenarios of a folder load for another kubelet\n"
        "podreel check scenarios --kubelet-version {newest}\n",
};

struct Checked {
  std::size_t files = 0;
  std::size_t scenarios = 0;
  std::size_t plans = 0;
  std::vector<std::string> fleets;
  /// Files with plans but without a fleet.
  std::vector<std::string> plans_alone;
  std::vector<api::Problem> problems;

  void take(const std::vector<api::Problem>& found) { problems.insert(problems.end(), found.begin(), found.end()); }
};

bool has_kind(const api::LoadedFile& file, std::string_view wanted) {
  return std::ranges::any_of(file.documents, [wanted](const api::Tree& document) {
    const api::Tree* kind = document.find("kind");
    return kind != nullptr && kind->text == wanted;
  });
}

void check_scenarios(const RunOptions& options, Context& context, Checked& checked) {
  for (const std::string& file : input_files(options.files, true)) {
    const api::LoadedFile documents = api::load_file(file);
    const bool has_fleet = has_kind(documents, format::fleet_kind);
    ++checked.files;
    if (has_fleet || has_kind(documents, format::fleet_plan_kind)) {
      if (file == "-") throw BadInput{"check does not read fleets and plans from standard input; name a file"};
      (has_fleet ? checked.fleets : checked.plans_alone).push_back(file);
      continue;
    }
    const format::Loaded loaded = format::load_scenarios(documents, file, options.load);
    checked.scenarios += loaded.scenarios.size();
    checked.take(loaded.problems);
    warn(loaded.warnings, context);
  }
}

void check_fleets(const RunOptions& options, Context& context, Checked& checked) {
  const bool belong_together = checked.fleets.size() == 1;
  for (const std::string& file : checked.fleets) {
    std::vector<std::string> files{file};
    if (belong_together) files.insert(files.end(), checked.plans_alone.begin(), checked.plans_alone.end());
    const fleet::Loaded loaded = fleet::load(files, options.load.root);
    checked.plans += loaded.plans.size();
    checked.take(loaded.problems);
    warn(loaded.warnings, context);
  }
  if (belong_together) return;
  for (const std::string& file : checked.plans_alone) {
    const fleet::Loaded loaded = fleet::load_plans(file, options.load.root);
    checked.plans += loaded.plans.size();
    checked.take(loaded.problems);
    warn(loaded.warnings, context);
    context.diagnostics << fmt::format(
        "warning: {}: steps, clusters and times are not checked: check the plans together with exactly one fleet\n",
        api::printable_line(file));
  }
}

ExitCode check(const RunOptions& options, Context& context) {
  Checked checked;
  check_scenarios(options, context, checked);
  check_fleets(options, context, checked);
  if (!checked.problems.empty()) throw BadInput{checked.problems};
  std::string found = counted(checked.scenarios, "run");
  if (!checked.fleets.empty()) {
    found += fmt::format(" and {} with {}", counted(checked.fleets.size(), "fleet"), counted(checked.plans, "plan"));
  } else if (checked.plans > 0) {
    found += fmt::format(" and {}", counted(checked.plans, "plan"));
  }
  context.out << fmt::format("{} in {}: no errors\n", found, counted(checked.files, "file"));
  return ExitCode::ok;
}

}  // namespace

void add_check(CLI::App& app, Context& context) {
  auto options = std::make_shared<RunOptions>();
  CLI::App& verb = new_verb(app, check_text);
  add_input_options(verb, options->files, "scenarios, manifests, fleets, or folders of them");
  add_load_options(verb, *options);
  set_action(verb, context, [options](Context& world) {
    settle_run_options(*options);
    return check(*options, world);
  });
}

}  // namespace podreel::cli
