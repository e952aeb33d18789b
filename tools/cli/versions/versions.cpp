#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/versions/verified_counts.hpp"
#include "tools/cli/versions/versions_evidence.hpp"
#include "tools/cli/versions/versions_gates.hpp"
#include "tools/cli/versions/versions_timing.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using release::BehaviourRow;
using release::Release;

constexpr VerbText versions_text{
    .name = "versions",
    .summary = "Show what is modelled of each release, and what is verified",
    .description =
        "Lists every release from {oldest} to {newest}. BEHAVIOURS counts the behaviours of the release among all that "
        "changed between releases. RECORDED, READ and UNVERIFIED count them by evidence: recordings of real kubelets, "
        "or upstream's source, on both sides of each release in which they begin or end; or neither. The "
        "other columns count the recorded answers of a real kubelet of that release that podreel reproduces "
        "(equal/recorded): container hashes, decisions, SyncPod runs, API statuses, UIDs of static pods, and whole "
        "timelines, which depend on all the others. A recording of an upgrade counts for both releases. '-' means that "
        "there is no recording. The test suite counts these figures, and fails when they are wrong.\n\n"
        "With RELEASE, lists the behaviours of that release with their feature gates and upstream sources.\n\n"
        "With --evidence, lists the behaviours of all releases that have such evidence. RELEASE restricts the list to "
        "those that begin or end there.\n\n"
        "With --gates, lists the feature gates that a kubelet of RELEASE (default: the newest) knows: their stage, "
        "whether they are enabled by default and locked, which other gates they require, and whether podreel models "
        "their effect. Unknown gates are rejected. Gates that are not modelled are accepted with a warning.\n\n"
        "With --timing, lists durations and random choices: their values or odds, their site and key in a list of "
        "choices, and the measurement or upstream source behind them. RELEASE leaves out rows of other kubelets. With "
        "ideal timing ('podreel run --timing ideal'), periods are kept and everything else takes no time. An event "
        "then happens if its odds are above one half, the likeliest outcome of a race is taken, and orders are as "
        "listed.",
    .examples =
        "# List every release\n"
        "podreel versions\n"
        "\n"
        "# List the behaviours of 1.28, and the feature gates that change them\n"
        "podreel versions 1.28\n"
        "\n"
        "# List the behaviours of all releases that neither recordings nor upstream's source show\n"
        "podreel versions --evidence unverified\n"
        "\n"
        "# List the feature gates of a kubelet, and whether podreel models them\n"
        "podreel versions --gates 1.28\n"
        "\n"
        "# List the random choices of a run\n"
        "podreel versions --timing\n"
        "\n"
        "# Print JSON for programs\n"
        "podreel versions -o json\n",
};

struct VersionsOptions {
  std::vector<std::string> releases;
  bool gates = false;
  bool timing = false;
  /// Lists the rows with this evidence; empty: another list.
  std::string evidence;
  OutputFormat format = OutputFormat::table;
  bool has_headers = true;
};

struct Tally {
  int equal = 0;
  int total = 0;
};

/// A kind of recordings and the title of its column.
struct Kind {
  std::string_view name;
  std::string_view title;
};
constexpr std::array kinds{Kind{"hash", "HASH"},     Kind{"decide", "DECIDE"},         Kind{"syncpod", "SYNCPOD"},
                           Kind{"status", "STATUS"}, Kind{"static-uid", "STATIC UID"}, Kind{"timeline", "TIMELINE"}};

/// Returns whether a label belongs to the minor release of `release`: "1.28.0+SidecarContainers", "1.28.0-a", or an
/// upgrade from it or to it.
bool is_about(std::string_view label, Release release) {
  const auto is_it = [release](std::string_view text) {
    const std::optional<Release> named = release::parse_release(std::string{text.substr(0, text.find_first_of("+-"))});
    return named && release::minor_string(*named) == release::minor_string(release);
  };
  constexpr std::string_view to = "-to-";
  const std::size_t upgrade = label.find(to);
  return is_it(label) || (upgrade != std::string_view::npos && is_it(label.substr(upgrade + to.size())));
}

Tally verified(Release release, std::string_view kind) {
  Tally tally;
  for (const VerifiedCount& count : verified_counts()) {
    if (count.suite.substr(0, count.suite.find('.')) != kind || !is_about(count.release, release)) continue;
    tally.equal += count.equal;
    tally.total += count.total;
  }
  return tally;
}

std::string tally_text(const Tally& tally) {
  return tally.total == 0 ? "-" : fmt::format("{}/{}", tally.equal, tally.total);
}

std::string verified_text(Release release) {
  std::string text;
  for (const Kind& kind : kinds) {
    const Tally tally = verified(release, kind.name);
    if (tally.total == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind.name, tally_text(tally));
  }
  return text.empty() ? "-" : text;
}

bool has(const BehaviourRow& row, Release release, const release::FeatureGates& gates = {}) {
  return release::behaviour_of(release, gates).has(row.capability);
}

/// Returns "on" or "off", with " by default" if a feature gate can change it.
std::string state_of(const BehaviourRow& row, Release release) {
  const bool is_on = has(row, release);
  const bool can_change = std::ranges::any_of(row.gates, [&](const release::GateCondition& condition) {
    const std::string gate{condition.gate->name};
    return has(row, release, {{gate, true}}) != is_on || has(row, release, {{gate, false}}) != is_on;
  });
  return fmt::format("{}{}", is_on ? "on" : "off", can_change ? " by default" : "");
}

/// Returns "A", or "A, -B" if B must be off; empty if no gate affects the row.
std::string gates_text(const BehaviourRow& row) {
  std::string text;
  for (const release::GateCondition& gate : row.gates) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", gate.wanted ? "" : "-", gate.gate->name);
  }
  return text;
}

/// Returns one row per capability, which may have several rows.
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

std::string evidence_line(Release first, Release last) {
  const EvidenceCounts counts = count_evidence(first, last);
  return fmt::format("  {} to {}: {} recorded, {} read, {} unverified\n", release::minor_string(first),
                     release::minor_string(last), counts.recorded, counts.read, counts.unverified);
}

void print_releases(std::ostream& out, const std::vector<Release>& releases, bool has_headers) {
  std::vector<std::string> header{"RELEASE", "NEWEST PATCH", "BEHAVIOURS", "RECORDED", "READ", "UNVERIFIED"};
  for (const Kind& kind : kinds) header.emplace_back(kind.title);
  TextTable table{std::move(header)};
  for (const Release release : releases) {
    const EvidenceCounts evidence = count_evidence_of(release);
    std::vector<std::string> cells{
        release::minor_string(release),    release::to_string(release),   count_text(release),
        std::to_string(evidence.recorded), std::to_string(evidence.read), std::to_string(evidence.unverified)};
    for (const Kind& kind : kinds) cells.push_back(tally_text(verified(release, kind.name)));
    table.add(std::move(cells));
  }
  out << table.text(has_headers);
  const Release newest = release::newest_release();
  out << "\nRows of the behaviour table that begin or end in a release, by evidence:\n";
  out << evidence_line(release::evidence_since, newest) << evidence_line(release::oldest_release(), newest);
}

void print_behaviours(std::ostream& out, const std::vector<Release>& releases, bool has_headers) {
  bool is_first = true;
  for (const Release release : releases) {
    out << fmt::format("{}Kubernetes {}, verified against recordings: {}\n\n", is_first ? "" : "\n",
                       release::to_string(release), verified_text(release));
    is_first = false;
    TextTable table{{"BEHAVIOUR", "STATE", "FEATURE GATE", "EVIDENCE", "SOURCE", "WHAT CHANGES"}};
    for (const BehaviourRow& row : release::behaviour_table()) {
      table.add({std::string{row.name}, state_of(row, release), row.gates.empty() ? "-" : gates_text(row),
                 std::string{release::name_of(release::evidence_kind(row))}, std::string{row.source},
                 std::string{row.what}});
    }
    out << table.text(has_headers);
  }
}

nlohmann::ordered_json behaviours_of(Release release) {
  nlohmann::ordered_json behaviours = nlohmann::ordered_json::array();
  for (const BehaviourRow& row : release::behaviour_table()) {
    nlohmann::ordered_json behaviour{{"name", row.name}, {"state", state_of(row, release)}};
    if (!row.gates.empty()) behaviour["featureGates"] = gates_text(row);
    behaviour.update({{"evidence", evidence_document(row)}, {"source", row.source}, {"what", row.what}});
    behaviours.push_back(behaviour);
  }
  return behaviours;
}

nlohmann::ordered_json document_of(const std::vector<Release>& releases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Release release : releases) {
    nlohmann::ordered_json counts = nlohmann::ordered_json::object();
    for (const Kind& kind : kinds) {
      const Tally tally = verified(release, kind.name);
      if (tally.total > 0) counts[std::string{kind.name}] = {{"equal", tally.equal}, {"total", tally.total}};
    }
    const EvidenceCounts evidence = count_evidence_of(release);
    list.push_back(
        {{"release", release::minor_string(release)},
         {"newestPatch", release::to_string(release)},
         {"verified", counts},
         {"evidence", {{"recorded", evidence.recorded}, {"read", evidence.read}, {"unverified", evidence.unverified}}},
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
      print_timing(context.out, chosen, options.has_headers);
    } else {
      print_document(context.out, options.format, timing_document(chosen));
    }
    return ExitCode::ok;
  }
  if (!options.evidence.empty()) {
    const auto kind = *std::ranges::find(release::evidence_kinds, options.evidence, release::name_of);
    if (is_text) {
      print_evidence(context.out, chosen, kind, options.has_headers);
    } else {
      print_document(context.out, options.format, rows_by_evidence(chosen, kind));
    }
    return ExitCode::ok;
  }
  if (options.gates) {
    if (chosen.empty()) chosen.push_back(release::newest_release());
    if (is_text) {
      print_gates(context.out, chosen, options.has_headers);
    } else {
      print_document(context.out, options.format, gates_document(chosen));
    }
    return ExitCode::ok;
  }
  const std::vector<Release>& releases = chosen.empty() ? release::simulated_releases() : chosen;
  if (!is_text) {
    print_document(context.out, options.format, document_of(releases));
  } else if (options.format == OutputFormat::table && chosen.empty()) {
    print_releases(context.out, releases, options.has_headers);
  } else {
    print_behaviours(context.out, releases, options.has_headers);
  }
  return ExitCode::ok;
}

}  // namespace

void add_versions(CLI::App& app, Context& context) {
  auto options = std::make_shared<VersionsOptions>();
  CLI::App& verb = new_verb(app, versions_text);
  releases(verb.add_option("RELEASE", options->releases, "show these releases in full"));
  CLI::Option* gates = verb.add_flag("--gates", options->gates, "list the feature gates of the release instead");
  CLI::Option* timing = verb.add_flag("--timing", options->timing, "list durations and random choices instead");
  timing->excludes(gates);
  choices(verb.add_option("--evidence", options->evidence, "list the behaviours with this evidence instead"),
          {"recorded", "read", "unverified"})
      ->excludes(gates)
      ->excludes(timing);
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::wide, OutputFormat::json, OutputFormat::yaml});
  add_no_headers(verb, options->has_headers);
  set_action(verb, context, [options](Context& world) { return run_versions(*options, world); });
}

}  // namespace podreel::cli
