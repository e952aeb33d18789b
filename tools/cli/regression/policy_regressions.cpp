#include "tools/cli/regression/policy_regressions.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <map>

#include "engine/api/printable.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view nothing = "(nothing)";

/// Items with one cause, in their order.
using CauseGroup = std::vector<const ComparedItem*>;

/// Returns the largest groups first, and equally large ones in the order of their first items.
std::vector<CauseGroup> cause_groups(const PolicyRegressions& results) {
  std::vector<CauseGroup> groups;
  std::map<std::string_view, std::size_t> places;
  for (const ComparedItem& item : results.items) {
    if (!item.difference) continue;
    const auto [place, is_new] = places.try_emplace(item.difference->cause, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(&item);
  }
  std::ranges::stable_sort(groups, std::ranges::greater{}, &CauseGroup::size);
  return groups;
}

std::string place_text(const ComparedItem& item) {
  if (item.file.empty()) return {};
  return item.mark.line > 0 ? fmt::format("{}:{}", item.file, item.mark.line) : item.file;
}

std::string side_text(const std::string& text) {
  return api::printable_line(text.empty() ? nothing : std::string_view{text});
}

void print_first_difference(std::ostream& out, const ComparedItem& item, const PolicyRegressions& results) {
  const PolicyDifference& difference = *item.difference;
  fmt::print(out, "  first difference, in {}{}{}:\n", api::printable_line(item.name),
             difference.where.empty() ? "" : " ", difference.where);
  const std::size_t width = std::max(results.policy.size(), results.against.size()) + 1;
  fmt::print(out, "    {:<{}} {}\n", results.policy + ":", width, side_text(difference.with_policy));
  fmt::print(out, "    {:<{}} {}\n", results.against + ":", width, side_text(difference.with_against));
  for (const std::string& note : difference.notes) fmt::print(out, "    {}\n", api::printable_line(note));
  if (!difference.command.empty()) fmt::print(out, "  show more: {}\n", api::printable_line(difference.command));
}

void print_group(std::ostream& out, const Terminal& terminal, const CauseGroup& group,
                 const PolicyRegressions& results) {
  const bool holds = std::ranges::all_of(group, [](const auto* item) { return item->difference->is_accepted; });
  fmt::print(out, "{}  {} ({})\n",
             emphasised(terminal, holds ? Emphasis::faint : Emphasis::bad, holds ? "ok  " : "DIFF"),
             api::printable_line(group.front()->difference->cause), counted(group.size(), results.thing));
  TextTable table{{"", ""}};
  for (const ComparedItem* item : group) {
    const std::string_view mark = item->difference->is_accepted ? "  (accepted)" : "";
    table.add({"  " + api::printable_line(item->name), api::printable_line(place_text(*item)) + std::string{mark}});
  }
  out << table.text(false);
  print_first_difference(out, *group.front(), results);
  out << '\n';
}

ordered_json side_document(const std::string& text) {
  return text.empty() ? ordered_json{} : ordered_json(text);
}

ordered_json difference_document(const ComparedItem& item) {
  const PolicyDifference& difference = *item.difference;
  ordered_json document{{"name", item.name}};
  if (!difference.where.empty()) document["where"] = difference.where;
  document["policy"] = side_document(difference.with_policy);
  document["againstPolicy"] = side_document(difference.with_against);
  if (!difference.notes.empty()) document["notes"] = difference.notes;
  if (!difference.command.empty()) document["command"] = difference.command;
  return document;
}

ordered_json group_document(const CauseGroup& group) {
  auto items = ordered_json::array();
  for (const ComparedItem* item : group) {
    ordered_json document{{"name", item->name}};
    if (!item->file.empty()) document["file"] = item->file;
    if (item->mark.line > 0) document["line"] = item->mark.line;
    document["accepted"] = item->difference->is_accepted;
    items.push_back(std::move(document));
  }
  return {{"cause", group.front()->difference->cause},
          {"items", std::move(items)},
          {"firstDifference", difference_document(*group.front())}};
}

/// Items of one folder.
struct ComparedSuite {
  std::vector<const ComparedItem*> items{};
  std::size_t failed = 0;
  std::size_t skipped = 0;
  std::chrono::duration<double> took{};

  void add(const ComparedItem& item) {
    items.push_back(&item);
    took += item.took;
    if (item.difference) ++(item.difference->is_accepted ? skipped : failed);
  }
  [[nodiscard]] std::string counts() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"", items.size(), failed,
                       skipped, took.count());
  }
};

void print_compared(std::ostream& out, const ComparedItem& item, const PolicyRegressions& results) {
  const std::string file = api::printable_xml(item.file);
  fmt::print(out, "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" time=\"{:.3f}\"",
             api::printable_xml(item.name), file, file, item.took.count());
  if (!item.difference) {
    out << "/>\n";
    return;
  }
  const PolicyDifference& difference = *item.difference;
  const std::string cause = api::printable_xml(difference.cause);
  out << ">\n";
  if (difference.is_accepted) {
    fmt::print(out, "      <skipped message=\"accepted: {}\"/>\n", cause);
  } else {
    fmt::print(out, "      <failure message=\"{}\" type=\"policy\">{}</failure>\n", cause,
               api::printable_xml(fmt::format("{} {}: {}\n{} {}: {}\n", results.policy, difference.where,
                                              side_text(difference.with_policy), results.against, difference.where,
                                              side_text(difference.with_against))));
  }
  out << "    </testcase>\n";
}

}  // namespace

void PolicyRegressions::accept(AcceptList& list) {
  for (ComparedItem& item : items) {
    if (!item.difference) continue;
    const std::vector<std::string> names{item.name, item.name.substr(0, item.name.find(" [")), item.file};
    item.difference->is_accepted = list.accepts(names, item.difference->cause);
  }
  unused_entries = list.unused();
}

std::size_t PolicyRegressions::differing() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(items, [](const ComparedItem& item) { return item.difference.has_value(); }));
}

std::size_t PolicyRegressions::accepted() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      items, [](const ComparedItem& item) { return item.difference && item.difference->is_accepted; }));
}

void print_text(std::ostream& out, const Terminal& terminal, const PolicyRegressions& results) {
  for (const CauseGroup& group : cause_groups(results)) print_group(out, terminal, group, results);
  const std::size_t differing = results.differing();
  fmt::print(out, "{} of {} with {} {} from {}{}\n", differing, counted(results.compared, results.thing),
             results.policy, differing == 1 ? "differs" : "differ", results.against,
             results.accepted() == 0 ? "" : fmt::format(" ({} accepted)", results.accepted()));
}

ordered_json document_of(const PolicyRegressions& results) {
  auto causes = ordered_json::array();
  for (const CauseGroup& group : cause_groups(results)) causes.push_back(group_document(group));
  auto unused = ordered_json::array();
  for (const api::Problem& entry : results.unused_entries) unused.push_back(to_string(entry));
  return {{"policy", results.policy},          {"againstPolicy", results.against}, {"compared", results.compared},
          {"differing", results.differing()},  {"accepted", results.accepted()},   {"causes", std::move(causes)},
          {"unusedEntries", std::move(unused)}};
}

void print_junit(std::ostream& out, const PolicyRegressions& results) {
  ComparedSuite all;
  std::map<std::string, ComparedSuite> suites;
  for (const ComparedItem& item : results.items) {
    all.add(item);
    suites[std::filesystem::path{item.file}.parent_path().string()].add(item);
  }
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  fmt::print(out, "<testsuites name=\"podreel\" {}>\n", all.counts());
  for (const auto& [folder, suite] : suites) {
    fmt::print(out, "  <testsuite name=\"{}\" {}>\n", api::printable_xml(folder.empty() ? "." : folder),
               suite.counts());
    for (const ComparedItem* item : suite.items) print_compared(out, *item, results);
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
}

}  // namespace podreel::cli
