#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "scenarios/explore/counterexample.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/explore/explore_changes.hpp"
#include "tools/cli/explore/explore_options.hpp"
#include "tools/cli/explore/explore_policies.hpp"
#include "tools/cli/explore/explored_workloads.hpp"
#include "tools/cli/explore/finding_report.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/invocation/interruption.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr VerbText explore_text{
    .name = "explore",
    .summary = optional_summary("explore"),
    .description =
        "Runs each scenario many times and injects the faults that it allows; by default, all of them. Every runtime "
        "call fails or hangs, the kubelet is killed at every instant, the node reboots, the API server is unavailable, "
        "containers exit, sandboxes die, remains of containers disappear, and races and latencies vary. The search "
        "tries single faults first, then combinations, and extends the runs that showed something new.\n\n"
        "Each run is checked against a library of invariants of the pod lifecycle (--list shows them with their "
        "sources). Known bugs of a release are reported, too. A counterexample is minimized and written as a scenario, "
        "which `podreel test` replays and `podreel run --explain` explains.\n\n"
        "Equivalent instants and equivalent orders of faults are tried once. A run whose timeline equals that of an "
        "earlier run is not extended. The output says how much was tried, and whether the search is complete. With a "
        "budget in runs, the same command finds the same counterexamples on any number of threads. A scenario's "
        "`explore` section says which faults are allowed, how many at once, and when.\n\n"
        "With --against, no faults are injected. For each capability that only one of the two releases has (`podreel "
        "versions` lists them), the output names the scenarios that show it. The shortest one is minimized, and "
        "expects from each release what that release does.\n\n"
        "With --against-policy, two identity policies are compared in the same way. Each scenario is run as it is, and "
        "with its kubelet replaced by that of --against (otherwise by those of the adjacent minor releases) and back. "
        "Where one policy replaces a container that the other keeps, the output names what changed for the container, "
        "in the terms of `podreel upgrade`.\n\n"
        "--report writes for each counterexample what a report to Kubernetes needs, as Markdown: the smallest "
        "scenario, "
        "its timeline with reasons, the releases that break the invariant and that keep it, the kubelet's code that "
        "acts, and the commands that play the scenario to a real kubelet.\n\n"
        "Findings are printed on standard error as they are found. The first Ctrl-C ends the search, and reports what "
        "was found.\n\n"
        "The exit code is 0 if every invariant held, 1 if one was broken, 2 if the input is wrong, and 3 if the search "
        "was interrupted without a finding.",
    .examples =
        "# Find faults that break a pod with an init container\n"
        "podreel explore scenarios/init-containers.yaml --budget 500\n"
        "\n"
        "# Test an old kubelet with crashes and errors only, two at once, and save the counterexamples\n"
        "podreel explore scenarios/init-containers.yaml --kubelet-version 1.29.0 --allow callError,kubeletCrash "
        "--at-once 2 --budget 30s --save /tmp/found\n"
        "\n"
        "# Write a report of each finding in the newest release\n"
        "podreel explore scenarios/init-containers.yaml --budget 500 --report /tmp/reports\n"
        "\n"
        "# Find the changes of 1.14 that these scenarios show\n"
        "podreel explore scenarios --kubelet-version 1.13 --against 1.14\n"
        "\n"
        "# From 1.30 to 1.31, find where a kubelet that compares specs differs\n"
        "podreel explore scenarios --kubelet-version 1.30 --against 1.31 --against-policy serialized-spec\n"
        "\n"
        "# List the invariants\n"
        "podreel explore --list\n",
};

/// The result of exploring one scenario.
struct Explored {
  std::string title;
  /// Kinds of faults that were allowed.
  std::vector<std::string> fault_kinds;
  explore::Exploration exploration{};
  std::vector<explore::Counterexample> counterexamples{};
  /// File of each counterexample; empty: not saved.
  std::vector<std::string> files{};
  /// Report on each counterexample; empty: none.
  std::vector<std::string> reports{};
  /// Wall-clock times of the search, and until each broken invariant was found.
  Seconds took{};
  std::vector<Seconds> found_after{};
};

std::vector<std::string> names_of(const std::vector<format::FaultKind>& fault_kinds) {
  std::vector<std::string> names;
  for (const format::FaultKindName& known : format::fault_kind_names) {
    if (std::ranges::find(fault_kinds, known.kind) != fault_kinds.end()) names.emplace_back(known.name);
  }
  return names;
}

/// Searches within the budget, and records the times of the findings.
void search(const format::Scenario& scenario, explore::ExplorationPlan plan, const Budget& budget,
            const Interruption& interruption, Explored& explored, Context& context) {
  const auto began = Clock::now();
  Progress bar{context.diagnostics, context.diagnostics_terminal, explored.title, budget.runs.value_or(0),
               Progress::Of::things};
  plan.progress = [&bar](std::size_t runs) { bar.at(runs); };
  plan.found = [&](const explore::Broken& broken) {
    explored.found_after.emplace_back(Clock::now() - began);
    bar.hide();
    context.diagnostics << fmt::format("{}: {} after {}: {}\n", explored.title, broken.invariant,
                                       counted(broken.runs, "run"), broken.what);
    context.diagnostics.flush();
  };
  if (budget.runs) plan.max_runs = *budget.runs;
  plan.goes_on = [&] { return !interruption.is_requested() && (!budget.wall || Clock::now() - began < *budget.wall); };
  explored.exploration = explore::explore(scenario, plan);
  explored.took = Clock::now() - began;
}

/// Where counterexamples and reports are written.
struct Results {
  std::optional<OutputFolder> saved;
  std::optional<ReportFolders> reports;
};

void write_results(Explored& explored, Results& results) {
  for (const explore::Counterexample& found : explored.counterexamples) {
    if (results.saved) explored.files.push_back(write_workload(*results.saved, found.workload));
    if (!results.reports) continue;
    const std::string scenario = write_workload(results.reports->scenarios, found.workload);
    explored.reports.push_back(
        results.reports->reports.write(workload_name(found.workload), finding_report(found, scenario)));
  }
}

Explored explore_one(const explore::Workload& workload, const format::Scenario& scenario, const ExploreOptions& options,
                     Results& results, const Interruption& interruption, Context& context) {
  explore::ExplorationPlan plan = plan_of(options, scenario);
  plan.jobs = jobs_of(options.jobs, context);
  Explored explored{.title = format::title(scenario), .fault_kinds = names_of(plan.allowed.fault_kinds)};
  search(scenario, std::move(plan), budget_of(options.budget), interruption, explored, context);
  for (const explore::Broken& broken : explored.exploration.broken) {
    auto found = explore::reduced(workload, broken);
    if (found) explored.counterexamples.push_back(*std::move(found));
  }
  write_results(explored, results);
  return explored;
}

ordered_json covered_document(const Explored& explored) {
  const explore::Exploration& searched = explored.exploration;
  return {{"complete", searched.is_complete},
          {"faults", explored.fault_kinds},
          {"atOnce", searched.runs_by_fault_count.size() - 1},
          {"runsByFaultCount", searched.runs_by_fault_count},
          {"left", searched.left},
          {"pairsOfSteps", searched.covered},
          {"repeatedRuns", searched.repeated},
          {"saved", {{"sameStates", searched.runs - searched.states}, {"sameOrders", searched.commuting}}}};
}

ordered_json document_of(const Explored& explored) {
  const explore::Exploration& searched = explored.exploration;
  ordered_json broken = ordered_json::array();
  for (const explore::Broken& each : searched.broken) {
    ordered_json item{{"invariant", each.invariant}, {"what", each.what}, {"runs", each.runs}};
    for (const explore::Counterexample& found : explored.counterexamples) {
      if (found.invariant == each.invariant) item["scenario"] = found.workload.document;
    }
    broken.push_back(std::move(item));
  }
  return {{"scenario", explored.title},
          {"runs", searched.runs},
          {"states", searched.states},
          {"single", {{"known", searched.singles}, {"tried", searched.singles_tried}}},
          {"covered", covered_document(explored)},
          {"broken", std::move(broken)}};
}

void print_counterexample(const Explored& explored, std::size_t place, std::ostream& out) {
  const explore::Counterexample& found = explored.counterexamples[place];
  for (const explore::Perturbation& perturbation : found.perturbations) {
    out << fmt::format("    {} at {}\n", perturbation.what, format::duration_text(perturbation.at));
  }
  if (found.perturbations.empty()) out << "    without any fault\n";
  if (!found.sync.empty()) {
    out << fmt::format("    minimized: broken at {}, in this sync:\n", explore::shown_instant(found.at.value()));
    for (const std::string& sentence : found.sync) out << fmt::format("      {}\n", sentence);
  }
  if (!explored.files.empty()) out << fmt::format("    {}\n", explored.files[place]);
  if (!explored.reports.empty()) out << fmt::format("    {}\n", explored.reports[place]);
}

/// Prints how much of the search space was covered and how much was pruned.
void print_coverage(const Explored& explored, std::ostream& out) {
  const explore::Exploration& searched = explored.exploration;
  const std::size_t at_once = searched.runs_by_fault_count.size() - 1;
  if (searched.is_complete) {
    out << fmt::format("  complete: all combinations of at most {} of these kinds were tried: {}\n",
                       counted(at_once, "fault"), fmt::join(explored.fault_kinds, ", "));
  } else {
    out << fmt::format("  incomplete: {} and their extensions were not tried; at most {} at once of: {}\n",
                       counted(searched.left, "run"), counted(at_once, "fault"), fmt::join(explored.fault_kinds, ", "));
  }
  out << fmt::format(
      "  runs with 0, 1, … faults: {}; pruned: {} with the timeline of an earlier run, {} of the same faults\n",
      fmt::join(searched.runs_by_fault_count, ", "), counted(searched.runs - searched.states, "run"),
      counted(searched.commuting, "order"));
}

void print(const Explored& explored, std::ostream& out) {
  const explore::Exploration& searched = explored.exploration;
  out << fmt::format("{}: {} broken; {} with {}, {} of {} single faults tried\n", explored.title,
                     counted(searched.broken.size(), "invariant"), counted(searched.runs, "run"),
                     counted(searched.states, "different timeline"), searched.singles_tried, searched.singles);
  print_coverage(explored, out);
  for (const explore::Broken& broken : searched.broken) {
    out << fmt::format("  {}, after {}: {}{}\n", broken.invariant, counted(broken.runs, "run"), broken.what,
                       broken.at ? " at " + explore::shown_instant(*broken.at) : std::string{});
    for (std::size_t place = 0; place < explored.counterexamples.size(); ++place) {
      if (explored.counterexamples[place].invariant == broken.invariant) print_counterexample(explored, place, out);
    }
  }
}

/// Prints the times, which depend on the machine.
void print_pace(const Explored& explored, std::ostream& diagnostics) {
  diagnostics << fmt::format("{}: {:.1f}s, {:.0f} runs per second\n", explored.title, explored.took.count(),
                             static_cast<double>(explored.exploration.runs) / explored.took.count());
  for (std::size_t place = 0; place < explored.found_after.size(); ++place) {
    diagnostics << fmt::format("  {} was found after {:.1f}s\n", explored.exploration.broken[place].invariant,
                               explored.found_after[place].count());
  }
}

/// Prints the results of scenarios one after another, as soon as each has been explored; JSON at the end.
class Printer {
 public:
  Printer(OutputFormat format, Context& context) : format_{format}, context_{context} {}

  void print_one(const Explored& explored) {
    print_pace(explored, context_.diagnostics);
    switch (format_) {
      case OutputFormat::json:
        documents_.push_back(document_of(explored));
        break;
      case OutputFormat::jsonl:
        print_document(context_.out, format_, document_of(explored));
        break;
      case OutputFormat::table:
        print(explored, context_.out);
        break;
      default:
        print_scenarios(explored);
    }
    context_.out.flush();
  }

  void finish() {
    if (format_ == OutputFormat::json) print_document(context_.out, format_, {{"explored", documents_}});
  }

 private:
  void print_scenarios(const Explored& explored) {
    for (const explore::Counterexample& found : explored.counterexamples) {
      if (!std::exchange(is_first_, false)) context_.out << "---\n";
      context_.out << workload_text(found.workload);
    }
  }

  OutputFormat format_;
  Context& context_;
  ordered_json documents_ = ordered_json::array();
  bool is_first_ = true;
};

ExitCode list_invariants(Context& context) {
  TextTable table{{"INVARIANT", "SOURCE", "WHAT"}};
  for (const invariants::Invariant* known : invariants::library()) {
    table.add(
        {std::string{known->name}, known->source.empty() ? "-" : std::string{known->source}, std::string{known->what}});
  }
  context.out << table.text();
  return ExitCode::ok;
}

bool looks_for_differences(const ExploreOptions& options) {
  return !options.against.empty() || !options.against_policy.empty();
}

void refuse_what_searches_take(const ExploreOptions& options) {
  const auto refuse = [](bool is_given, std::string_view option) {
    if (is_given)
      throw BadInput{fmt::format(
          "{} applies to the search for broken invariants only: leave out --against and --against-policy", option)};
  };
  refuse(!options.allow.empty(), "--allow");
  refuse(!options.keeps.empty(), "--keeps");
  refuse(options.at_once.has_value(), "--at-once");
  refuse(options.expectations, "--expectations");
  refuse(options.plain, "--plain");
  refuse(!options.report.empty(), "--report");
}

/// Explores each scenario. A signal ends the search, and what was found until then is reported.
ExitCode search_files(const ExploreOptions& options, Context& context) {
  static_cast<void>(budget_of(options.budget));
  std::vector<explore::Workload> workloads = explored_workloads(options, context);
  Results results{save_folder(options), report_folders(options)};
  const Interruption interruption;
  Printer printer{options.run.format, context};
  bool is_broken = false;
  for (explore::Workload& workload : workloads) {
    if (interruption.is_requested()) break;
    if (options.plain) explore::leave_out_faults(workload.document);
    const format::Loaded read = explore::loaded(workload);
    if (!read.problems.empty()) throw BadInput{read.problems};
    const Explored explored = explore_one(workload, read.scenarios.front(), options, results, interruption, context);
    printer.print_one(explored);
    is_broken |= !explored.exploration.broken.empty();
  }
  printer.finish();
  if (interruption.is_requested()) context.diagnostics << "podreel explore: interrupted; the search is incomplete\n";
  if (is_broken) return ExitCode::difference;
  return interruption.is_requested() ? ExitCode::failure : ExitCode::ok;
}

ExitCode explore(const ExploreOptions& options, Context& context) {
  warn_of_former_names(options, context.diagnostics);
  if (options.list) return list_invariants(context);
  if (looks_for_differences(options)) {
    refuse_what_searches_take(options);
    return options.against_policy.empty() ? explore_changes(options, context) : explore_policies(options, context);
  }
  return search_files(options, context);
}

}  // namespace

void add_explore(CLI::App& app, Context& context) {
  auto options = std::make_shared<ExploreOptions>();
  CLI::App& verb = new_verb(app, explore_text);
  add_input_options(verb, options->run.files, "scenarios, manifests, or folders of them");
  add_load_options(verb, options->run);
  verb.add_option("--budget", options->budget, "number of runs per scenario, or wall-clock time such as 60s")
      ->type_name("N|DURATION");
  verb.add_option("--allow", options->allow, "kinds of faults to inject; overrides the scenario")
      ->type_name("FAULT,...")
      ->delimiter(',');
  verb.add_option("--keeps", options->keeps, "check only these invariants")->type_name("NAME,...")->delimiter(',');
  verb.add_option("--at-once", options->at_once, "maximum number of faults in one run")->type_name("N");
  verb.add_option("--save", options->save, "write the counterexamples into this folder, one scenario per file")
      ->type_name("DIR");
  verb.add_option("--report", options->report, "write a report of each counterexample into this folder, as Markdown")
      ->type_name("DIR");
  verb.add_flag("--force", options->force, "overwrite files in the folders of --save and --report");
  releases(verb.add_option("--against", options->against,
                           "search for differences between this kubelet and that of --kubelet-version, and write "
                           "scenarios that show them"))
      ->type_name("RELEASE");
  verb.add_option("--against-policy", options->against_policy,
                  "search for differences between this identity policy and that of --policy, and write scenarios that "
                  "show them")
      ->type_name("POLICY");
  verb.add_flag("--expectations", options->expectations,
                "also check the scenario's `always`, `never` and `by` expectations");
  verb.add_flag("--plain", options->plain,
                "remove the faults of the scenario itself, to test whether the search finds them");
  add_jobs_option(verb, options->jobs, "number of runs");
  verb.add_flag("--list", options->list, "list the invariants, and run nothing");
  add_output_format(verb, options->run.format,
                    {OutputFormat::table, OutputFormat::json, OutputFormat::jsonl, OutputFormat::yaml});
  set_action(verb, context, [options](Context& world) {
    settle_run_options(options->run);
    return explore(*options, world);
  });
}

}  // namespace podreel::cli
