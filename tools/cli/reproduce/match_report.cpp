#include "tools/cli/reproduce/match_report.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using reproduce::Accepted;
using reproduce::DecisiveRow;
using reproduce::DecisiveSite;
using reproduce::Difference;
using reproduce::Gaps;

std::string describe_event(const std::string& what) {
  return what.empty() ? "no further record" : api::printable_line(what);
}

std::string gap_text(const Gaps& gap) {
  return fmt::format("{:.1f}s to {:.1f}s", gap.minimum, gap.maximum);
}

/// Returns the start of a gap.
std::string_view beginning(const reproduce::EventPosition& place) {
  return place.index == 0 ? "after the start of the scenario" : "after the previous record";
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, space));
    text.remove_prefix(std::min(space + 1, text.size()));
  }
  return words;
}

/// Returns the parts between the common words at both ends, with one common word of context at each end.
std::pair<std::string, std::string> only_of_each(const std::string& one, const std::string& other) {
  const std::vector<std::string_view> ours = words_of(one);
  const std::vector<std::string_view> theirs = words_of(other);
  const std::size_t shorter = std::min(ours.size(), theirs.size());
  std::size_t alike = 0;
  while (alike < shorter && ours[alike] == theirs[alike]) ++alike;
  std::size_t alike_at_end = 0;
  while (alike_at_end < shorter - alike &&
         ours[ours.size() - 1 - alike_at_end] == theirs[theirs.size() - 1 - alike_at_end])
    ++alike_at_end;
  const auto between = [&](const std::vector<std::string_view>& words) {
    const std::size_t begin = alike == 0 ? 0 : alike - 1;
    const std::size_t end = std::min(words.size(), words.size() - alike_at_end + 1);
    return fmt::format("{}", fmt::join(words.begin() + static_cast<std::ptrdiff_t>(begin),
                                       words.begin() + static_cast<std::ptrdiff_t>(end), " "));
  };
  return {between(ours), between(theirs)};
}

/// Shows the different parts of both sides, which are hard to see in long records.
std::string differing_text(const Difference& difference) {
  if (difference.recorded.empty() || difference.simulated.empty() || difference.recorded == difference.simulated)
    return {};
  const auto [recorded, simulated] = only_of_each(difference.recorded, difference.simulated);
  return fmt::format("  difference: {}\n     against: {}\n", api::printable_line(recorded),
                     api::printable_line(simulated));
}

std::string side_text(std::string_view side, const std::string& what, std::optional<double> gap,
                      const reproduce::EventPosition& place) {
  std::string text = fmt::format("  {:<10} {}", side, describe_event(what));
  if (gap) text += fmt::format(", {:.3f}s {}", *gap, beginning(place));
  return text + '\n';
}

std::string accepted_text(const Accepted& accepted, const Difference& difference) {
  std::string text = "    ";
  if (accepted.what.empty()) {
    text += "no further record";
  } else {
    const std::string what = accepted.what == difference.recorded    ? "the recorded record"
                             : accepted.what == difference.simulated ? "the simulated record"
                                                                     : api::printable_line(accepted.what);
    text += fmt::format("{}, {} {}", what, gap_text(accepted.gap), beginning(difference.place));
  }
  return text + fmt::format(" ({})\n", counted(accepted.runs, "run"));
}

std::string row_text(const DecisiveRow& decisive) {
  const std::string effect = decisive.parts_at ? fmt::format("the divergence moves to {:.3f}s", *decisive.parts_at)
                                               : std::string{"the recording is reproduced"};
  return fmt::format("    behaviour {} ({}): {} ({}). If it is inverted, {}.\n", decisive.row->name,
                     decisive.holds ? "in effect" : "not in effect", decisive.row->what, decisive.row->source, effect);
}

std::string site_text(const DecisiveSite& site) {
  std::string text = fmt::format("    timing site {}: {}. Its choices change the time to {}", site.site,
                                 fmt::join(site.rows, "; "), gap_text(site.gap));
  if (site.decides_event) text += ", or change the record itself";
  return text + ".\n";
}

std::string change_text(const reproduce::Divergence& divergence) {
  std::string text;
  for (const DecisiveRow& row : divergence.rows) text += row_text(row);
  for (const DecisiveSite& site : divergence.sites) text += site_text(site);
  if (!divergence.releases.empty()) {
    text += "    the release: reproduced by";
    for (const release::Release release : divergence.releases) text += ' ' + release::to_string(release);
    text += '\n';
  }
  if (!text.empty()) return "  possible causes:\n" + text;
  return "  possible causes: no single behaviour or choice; see the rules below, and the durations in the scenario\n";
}

std::string difference_text(const MatchOutcome& outcome) {
  const Difference& difference = *outcome.found.nearest.difference;
  const reproduce::Divergence& divergence = *outcome.divergence;
  const bool is_late = difference.recorded == difference.simulated;
  std::string text = side_text("recorded", difference.recorded, divergence.recorded_gap, difference.place) +
                     side_text("simulated", difference.simulated, divergence.simulated_gap, difference.place);
  text += differing_text(difference);
  text += divergence.accepted.empty() ? "  accepted here: nothing, because no run reaches this record\n"
                                      : "  accepted here:\n";
  for (const Accepted& accepted : divergence.accepted) text += accepted_text(accepted, difference);
  text += change_text(divergence);
  if (!divergence.steps.empty()) text += "  rules that the simulated kubelet followed:\n";
  for (const reproduce::DecisiveStep& step : divergence.steps) {
    text += fmt::format("    [{}] {}\n", step.rule, api::printable_line(step.sentence));
  }
  const std::string whose = difference.place.pod.empty() ? "" : " of " + api::printable_line(difference.place.pod);
  return fmt::format("no match in {}; closest: {}, diverges at {:.3f}s: {}{}{}{}\n", counted(outcome.found.runs, "run"),
                     chance_text(outcome.found.nearest), difference.at, is_late ? "" : "different ",
                     api::printable_line(difference.place.kind), whose, is_late ? " at a different time" : "") +
         text;
}

ordered_json gap_json(const Gaps& gap) {
  return {{"from", gap.minimum}, {"to", gap.maximum}};
}

ordered_json divergence_json(const reproduce::Divergence& divergence) {
  ordered_json document{{"accepted", ordered_json::array()},
                        {"rows", ordered_json::array()},
                        {"sites", ordered_json::array()},
                        {"steps", ordered_json::array()}};
  for (const Accepted& accepted : divergence.accepted) {
    ordered_json item{{"what", accepted.what}, {"runs", accepted.runs}};
    if (!accepted.what.empty()) item["secondsAfterPrevious"] = gap_json(accepted.gap);
    document["accepted"].push_back(std::move(item));
  }
  for (const DecisiveRow& decisive : divergence.rows) {
    ordered_json item{{"name", decisive.row->name},
                      {"holds", decisive.holds},
                      {"what", decisive.row->what},
                      {"source", decisive.row->source},
                      {"reproducedIfInverted", !decisive.parts_at}};
    if (decisive.parts_at) item["divergesAt"] = *decisive.parts_at;
    document["rows"].push_back(std::move(item));
  }
  for (const release::Release release : divergence.releases)
    document["kubelets"].push_back(release::to_string(release));
  for (const DecisiveSite& site : divergence.sites) {
    document["sites"].push_back({{"site", site.site},
                                 {"what", site.rows},
                                 {"secondsAfterPrevious", gap_json(site.gap)},
                                 {"decidesRecord", site.decides_event}});
  }
  for (const reproduce::DecisiveStep& step : divergence.steps) {
    document["steps"].push_back({{"rule", step.rule}, {"sentence", step.sentence}});
  }
  return document;
}

ordered_json difference_json(const Difference& difference, const reproduce::Divergence& divergence) {
  ordered_json document{{"at", difference.at}};
  if (!difference.place.pod.empty()) document["pod"] = difference.place.pod;
  document["kind"] = difference.place.kind;
  document["recorded"] = difference.recorded;
  document["simulated"] = difference.simulated;
  document["agreed"] = difference.agreed;
  if (divergence.recorded_gap) document["recordedAfter"] = *divergence.recorded_gap;
  if (divergence.simulated_gap) document["simulatedAfter"] = *divergence.simulated_gap;
  document.update(divergence_json(divergence));
  return document;
}

struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  double seconds = 0;

  void add(const MatchOutcome& outcome) {
    ++tests;
    failures += outcome.divergence ? 1U : 0U;
    (outcome.is_skipped ? skipped : errors) += outcome.refusal.empty() ? 0U : 1U;
    seconds += outcome.took.count();
  }
  [[nodiscard]] std::string text() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"", tests, failures,
                       errors, skipped, seconds);
  }
};

void print_case(std::ostream& out, const MatchOutcome& outcome) {
  using api::printable_xml;
  const std::filesystem::path file{outcome.pair.recording};
  fmt::print(out, "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" time=\"{:.3f}\"",
             printable_xml(file.stem().string()), printable_xml(outcome.pair.scenario),
             printable_xml(outcome.pair.recording), outcome.took.count());
  if (outcome.is_reproduced()) {
    out << "/>\n";
    return;
  }
  if (outcome.is_skipped) {
    fmt::print(out, ">\n      <skipped message=\"{}\"/>\n    </testcase>\n", printable_xml(outcome.refusal));
    return;
  }
  const bool is_refused = !outcome.refusal.empty();
  const std::string text = is_refused ? outcome.refusal : match_text(outcome);
  fmt::print(out, ">\n      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n    </testcase>\n",
             is_refused ? "error" : "failure", printable_xml(std::string_view{text}.substr(0, text.find('\n'))),
             is_refused ? std::string{"input"} : printable_xml(outcome.found.nearest.difference->place.kind),
             printable_xml(text));
}

}  // namespace

std::string match_text(const MatchOutcome& outcome) {
  if (!outcome.refusal.empty()) return "error: " + outcome.refusal + '\n';
  const std::string note = outcome.kubelet_note.empty() ? "" : fmt::format("note: {}\n", outcome.kubelet_note);
  if (outcome.divergence) return difference_text(outcome) + note;
  return fmt::format("reproduced with {} ({}); {} compared\n", chance_text(outcome.found.nearest),
                     counted(outcome.found.runs, "run"), counted(outcome.compared, "record")) +
         note;
}

std::string difference_in_brief(const MatchOutcome& outcome) {
  const Difference& difference = *outcome.found.nearest.difference;
  return fmt::format("{:.3f}s, different {}", difference.at, api::printable_line(difference.place.kind));
}

std::string cause_in_brief(const reproduce::Divergence& divergence) {
  if (!divergence.rows.empty()) return fmt::format("behaviour {}", divergence.rows.front().row->name);
  if (!divergence.releases.empty()) {
    return fmt::format("as kubelet {}", release::to_string(divergence.releases.front()));
  }
  if (!divergence.sites.empty()) return fmt::format("timing site {}", divergence.sites.front().site);
  if (!divergence.steps.empty()) return fmt::format("rule {}", divergence.steps.front().rule);
  return "no known cause";
}

void print_matches(std::ostream& out, const std::vector<MatchOutcome>& outcomes) {
  TextTable table{{"RECORDING", "REPRODUCED", "WITH", "COMPARED", "DIVERGES AT"}};
  for (const MatchOutcome& outcome : outcomes) {
    table.add({api::printable_line(outcome.pair.recording),
               !outcome.refusal.empty()  ? "error"
               : outcome.is_reproduced() ? "yes"
                                         : "no",
               outcome.is_reproduced() ? chance_text(outcome.found.nearest) : "-",
               outcome.refusal.empty() ? std::to_string(outcome.compared) : "-",
               outcome.divergence ? difference_in_brief(outcome) : "-"});
  }
  out << table.text();
  for (const MatchOutcome& outcome : outcomes) {
    if (!outcome.is_reproduced())
      out << '\n' << api::printable_line(outcome.pair.recording) << '\n' << match_text(outcome);
  }
  fmt::print(out, "\n{} of {} reproduced\n", std::ranges::count_if(outcomes, &MatchOutcome::is_reproduced),
             counted(outcomes.size(), "recording"));
}

ordered_json match_document(const MatchOutcome& outcome) {
  ordered_json document{{"recording", outcome.pair.recording}, {"scenario", outcome.pair.scenario}};
  if (!outcome.refusal.empty()) {
    document["refused"] = outcome.refusal;
    return document;
  }
  if (!outcome.kubelet_note.empty()) document["note"] = outcome.kubelet_note;
  document["reproduced"] = outcome.is_reproduced();
  document["compared"] = outcome.compared;
  document["runs"] = outcome.found.runs;
  document["seed"] = outcome.found.nearest.seed;
  document["choices"] = choices_json(outcome.found.choices);
  if (outcome.divergence)
    document["difference"] = difference_json(*outcome.found.nearest.difference, *outcome.divergence);
  return document;
}

void print_match_junit(std::ostream& out, const std::vector<MatchOutcome>& outcomes) {
  Counts all;
  std::map<std::string, Counts> suites;
  const auto suite_of = [](const MatchOutcome& outcome) {
    const std::string folder = std::filesystem::path{outcome.pair.recording}.parent_path().string();
    return folder.empty() ? std::string{"."} : folder;
  };
  for (const MatchOutcome& outcome : outcomes) {
    all.add(outcome);
    suites[suite_of(outcome)].add(outcome);
  }
  fmt::print(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"podreel\" {}>\n", all.text());
  for (const auto& [name, counts] : suites) {
    fmt::print(out, "  <testsuite name=\"{}\" {}>\n", api::printable_xml(name), counts.text());
    for (const MatchOutcome& outcome : outcomes) {
      if (suite_of(outcome) == name) print_case(out, outcome);
    }
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
}

}  // namespace podreel::cli
