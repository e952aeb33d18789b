#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/text_table.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"
#include "tools/cli/verified_counts.hpp"
#include "tools/cli/versions_gates.hpp"
#include "tools/cli/versions_timing.hpp"

namespace podreel::cli {

namespace {

using release::BehaviourRow;
using release::Release;

constexpr VerbText versions_text{
    .name = "versions",
    .summary = "what is modelled of each release, and what is verified",
    .description =
        "Lists every release from {oldest} to {newest}: how many of the behaviours that changed over the releases it "
        "has, and how many recorded answers of a real kubelet of that release podreel gives alike (equal/recorded, by "
        "kind of "
        "recording). The figures are counted by the test suite, which fails when they are wrong.\n\n"
        "With RELEASE, lists the behaviours of that release with their feature gates and upstream sources.\n\n"
        "With --gates, lists the feature gates that a kubelet of RELEASE knows, of the newest if none is named: their "
        "stage there, whether they are on by default and locked, which other gates they need, and whether podreel "
        "models what they change. Other gates are refused; those that are not modelled are accepted with a warning.\n\n"
        "With --timing, lists what takes time or falls by chance: how long or how often, at which site of a list of "
        "choices and by which key, and what it was measured by or where it stands upstream. RELEASE leaves out what is "
        "about other kubelets. An ideal run ('podreel run --timing ideal') keeps the periods and takes no time for "
        "anything else; things happen where the odds are above one half, the likeliest comes first, and an order is as "
        "listed.",
    .examples =
        "# Every release\n"
        "podreel versions\n"
        "\n"
        "# What 1.28 does, and which feature gates change it\n"
        "podreel versions 1.28\n"
        "\n"
        "# Which feature gates a kubelet takes, and which of them podreel obeys\n"
        "podreel versions --gates 1.28\n"
        "\n"
        "# What the choices of a run are about\n"
        "podreel versions --timing\n"
        "\n"
        "# For programs\n"
        "podreel versions -o json\n",
};

struct VersionsOptions {
  std::vector<std::string> releases;
  bool gates = false;
  bool timing = false;
  OutputFormat format = OutputFormat::table;
};

struct Tally {
  int equal = 0;
  int total = 0;
};

/// "1.28" of "1.28.0+SidecarContainers"; a label that is no release is kept as it is.
std::string minor_of(std::string_view label) {
  const std::string number{label.substr(0, label.find_first_of("+-"))};
  const std::optional<Release> release = release::parse_release(number);
  return release ? release::minor_string(*release) : number;
}

/// What is verified of one minor release, by suite.
std::map<std::string_view, Tally> verified(Release release) {
  std::map<std::string_view, Tally> suites;
  for (const VerifiedCount& count : verified_counts()) {
    if (minor_of(count.release) != release::minor_string(release)) continue;
    suites[count.suite].equal += count.equal;
    suites[count.suite].total += count.total;
  }
  return suites;
}

std::string verified_text(Release release) {
  std::string text;
  for (const auto& [suite, tally] : verified(release)) {
    text += fmt::format("{}{} {}/{}", text.empty() ? "" : ", ", suite, tally.equal, tally.total);
  }
  return text.empty() ? "-" : text;
}

bool has(const BehaviourRow& row, Release release, const release::FeatureGates& gates = {}) {
  return release::behaviour_of(release, gates).*row.capability;
}

/// "on", "off", or what a feature gate can make of it.
std::string state_of(const BehaviourRow& row, Release release) {
  const bool is_on = has(row, release);
  const bool can_change = std::ranges::any_of(row.gates, [&](const release::GateCondition& condition) {
    const std::string gate{condition.gate->name};
    return has(row, release, {{gate, true}}) != is_on || has(row, release, {{gate, false}}) != is_on;
  });
  return fmt::format("{}{}", is_on ? "on" : "off", can_change ? " by default" : "");
}

/// "A", "A, -B" where B has to be off; empty where no gate has a say.
std::string gates_text(const BehaviourRow& row) {
  std::string text;
  for (const release::GateCondition& gate : row.gates) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", gate.wanted ? "" : "-", gate.gate->name);
  }
  return text;
}

/// A capability may have several rows: each behaviour counts once.
std::vector<const BehaviourRow*> behaviours() {
  std::vector<const BehaviourRow*> rows;
  for (const BehaviourRow& row : release::behaviour_table()) {
    const bool is_known =
        std::ranges::any_of(rows, [&row](const BehaviourRow* other) { return other->capability == row.capability; });
    if (!is_known) rows.push_back(&row);
  }
  return rows;
}

std::string count_text(Release release) {
  const std::vector<const BehaviourRow*> rows = behaviours();
  const auto is_on = [release](const BehaviourRow* row) { return has(*row, release); };
  return fmt::format("{}/{}", std::ranges::count_if(rows, is_on), rows.size());
}

void print_releases(std::ostream& out, const std::vector<Release>& releases) {
  TextTable table{{"RELEASE", "NEWEST PATCH", "BEHAVIOURS", "VERIFIED AGAINST RECORDINGS"}};
  for (const Release release : releases) {
    table.add(
        {release::minor_string(release), release::to_string(release), count_text(release), verified_text(release)});
  }
  out << table.text();
}

void print_behaviours(std::ostream& out, const std::vector<Release>& releases) {
  bool is_first = true;
  for (const Release release : releases) {
    out << fmt::format("{}Kubernetes {}, verified against recordings: {}\n\n", is_first ? "" : "\n",
                       release::to_string(release), verified_text(release));
    is_first = false;
    TextTable table{{"BEHAVIOUR", "STATE", "FEATURE GATE", "CONFIRMED", "SOURCE", "WHAT CHANGES"}};
    for (const BehaviourRow& row : release::behaviour_table()) {
      table.add({std::string{row.name}, state_of(row, release), row.gates.empty() ? "-" : gates_text(row),
                 row.verified ? "yes" : "no", std::string{row.source}, std::string{row.what}});
    }
    out << table.text();
  }
}

nlohmann::ordered_json behaviours_of(Release release) {
  nlohmann::ordered_json behaviours = nlohmann::ordered_json::array();
  for (const BehaviourRow& row : release::behaviour_table()) {
    nlohmann::ordered_json behaviour{{"name", row.name}, {"state", state_of(row, release)}};
    if (!row.gates.empty()) behaviour["featureGates"] = gates_text(row);
    behaviour.update({{"confirmed", row.verified}, {"source", row.source}, {"what", row.what}});
    behaviours.push_back(behaviour);
  }
  return behaviours;
}

nlohmann::ordered_json document_of(const std::vector<Release>& releases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Release release : releases) {
    nlohmann::ordered_json counts = nlohmann::ordered_json::object();
    for (const auto& [suite, tally] : verified(release)) {
      counts[std::string{suite}] = {{"equal", tally.equal}, {"total", tally.total}};
    }
    list.push_back({{"release", release::minor_string(release)},
                    {"newestPatch", release::to_string(release)},
                    {"verified", counts},
                    {"behaviours", behaviours_of(release)}});
  }
  return {{"releases", list}};
}

ExitCode run_versions(const VersionsOptions& options, Context& context) {
  std::vector<Release> chosen;
  for (const std::string& name : options.releases) chosen.push_back(*release::parse_release(name));
  const bool is_text = is_table(options.format);
  if (options.timing) {
    if (is_text) {
      print_timing(context.out, chosen);
    } else {
      print_document(context.out, options.format, timing_document(chosen));
    }
    return ExitCode::ok;
  }
  if (options.gates) {
    if (chosen.empty()) chosen.push_back(release::newest_release());
    if (is_text) {
      print_gates(context.out, chosen);
    } else {
      print_document(context.out, options.format, gates_document(chosen));
    }
    return ExitCode::ok;
  }
  const std::vector<Release>& releases = chosen.empty() ? release::simulated_releases() : chosen;
  if (!is_text) {
    print_document(context.out, options.format, document_of(releases));
  } else if (options.format == OutputFormat::table && chosen.empty()) {
    print_releases(context.out, releases);
  } else {
    print_behaviours(context.out, releases);
  }
  return ExitCode::ok;
}

}  // namespace

void add_versions(CLI::App& app, Context& context) {
  auto options = std::make_shared<VersionsOptions>();
  CLI::App& verb = new_verb(app, versions_text);
  releases(verb.add_option("RELEASE", options->releases, "only these releases, in full"));
  CLI::Option* gates = verb.add_flag("--gates", options->gates, "the feature gates of the release instead");
  verb.add_flag("--timing", options->timing, "what takes time or falls by chance instead")->excludes(gates);
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::wide, OutputFormat::json, OutputFormat::yaml});
  when_chosen(verb, context, [options](Context& world) { return run_versions(*options, world); });
}

}  // namespace podreel::cli
