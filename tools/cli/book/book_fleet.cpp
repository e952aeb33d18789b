#include "tools/cli/book/book_fleet.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "engine/api/printable.hpp"
#include "engine/invariant.hpp"
#include "engine/release/release.hpp"
#include "scenarios/fleet/sample.hpp"
#include "scenarios/fleet/swap.hpp"
#include "scenarios/format/actions/kubelet.hpp"
#include "tools/cli/book/book_template.hpp"
#include "tools/cli/book/book_terms.hpp"
#include "tools/cli/book/book_text.hpp"
#include "tools/cli/fleet/fleet_report.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr std::string_view root_of_fleets = "../";
/// Nodes of each pool that the book simulates; a sample of 3 clusters takes seconds.
constexpr std::uint32_t max_nodes_per_pool = 8;
/// Fleets up to this number of nodes are simulated as a whole.
constexpr std::uint64_t max_nodes = 24;
/// Name of the fleet for plans without one.
constexpr std::string_view fleet_for_plans = "shop";

const CatalogueEntry& entry_for_plans() {
  return *std::ranges::find(fleet_entries(), fleet_for_plans, &CatalogueEntry::name);
}

/// Loads a fleet, or plans with the fleet for them.
fleet::Loaded load_entry(const CatalogueEntry& entry, bool has_fleet) {
  std::vector<fleet::NamedText> texts{{path_of(entry), entry.text}};
  if (!has_fleet) texts.push_back({path_of(entry_for_plans()), entry_for_plans().text});
  fleet::Loaded loaded = fleet::load_texts(texts);
  PODREEL_INVARIANT(loaded.fleet.has_value(), "the fleets of the library are valid");
  std::erase_if(loaded.plans, [&entry](const fleet::Plan& plan) { return plan.file != path_of(entry); });
  return loaded;
}

std::string names_of_plans(const fleet::Loaded& loaded) {
  std::string names;
  for (const fleet::Plan& plan : loaded.plans) {
    if (!names.empty()) names += &plan == &loaded.plans.back() ? " and " : ", ";
    names += plan.name;
  }
  return names;
}

/// Returns the upgrades from the kubelets of the fleet to those that the plans start.
std::set<std::string> upgrades_of(const fleet::Loaded& loaded) {
  std::set<std::string> upgrades;
  for (const fleet::Plan& plan : loaded.plans) {
    for (const format::Step& step : plan.node.steps) {
      const auto to = actions::started_release(*step.action);
      if (!to) continue;
      for (const fleet::Cluster& cluster : loaded.fleet->clusters) {
        for (const fleet::NodePool& pool : cluster.pools) {
          upgrades.insert(
              fmt::format("{}-to-{}", release::minor_string(pool.kubelet.version), release::minor_string(*to)));
        }
      }
    }
  }
  return upgrades;
}

FleetChapter chapter_of(const CatalogueEntry& entry) {
  const bool has_fleet = entry.text.find("\nkind: Fleet\n") != std::string_view::npos;
  FleetChapter chapter{.entry = &entry, .loaded = load_entry(entry, has_fleet)};
  fleet::Loaded& loaded = chapter.loaded;
  chapter.command = "podreel fleet " + path_of(entry);
  if (has_fleet) {
    chapter.title = first_line(loaded.fleet->description);
    chapter.description = loaded.fleet->description.substr(chapter.title.size());
  } else {
    chapter.title = fmt::format("Plans for any fleet: {}.", names_of_plans(loaded));
    chapter.description =
        fmt::format("The file has no fleet. The book carries out its plans on the fleet {}.", loaded.fleet->name);
    chapter.command += " " + path_of(entry_for_plans());
    for (const fleet::Plan& plan : loaded.plans) chapter.command += " --plan " + plan.name;
  }
  chapter.all_nodes = fleet::node_count(*loaded.fleet);
  chapter.all_clusters = loaded.fleet->clusters.size();
  chapter.upgrades = upgrades_of(loaded);
  if (chapter.all_nodes > max_nodes) {
    fleet::take_sample(loaded, max_nodes_per_pool);
    chapter.command += fmt::format(" --sample {}", max_nodes_per_pool);
  }
  return chapter;
}

std::string sample_html(const FleetChapter& chapter) {
  if (!chapter.is_sample()) return {};
  return filled("fleet_sample.html", {{"clusters", std::to_string(chapter.loaded.fleet->clusters.size())},
                                      {"all-clusters", std::to_string(chapter.all_clusters)},
                                      {"nodes", std::to_string(fleet::node_count(*chapter.loaded.fleet))},
                                      {"all-nodes", std::to_string(chapter.all_nodes)}});
}

std::string plans_html(const fleet::Loaded& loaded) {
  std::string html;
  for (const fleet::Plan& plan : loaded.plans) {
    html += filled("fleet_plan.html",
                   {{"name", api::printable_xml(plan.name)}, {"description", html_sentence(plan.description)}});
  }
  return html;
}

/// Returns the terms that explain the results.
std::vector<std::string_view> terms_of(const std::vector<PlanOutcome>& outcomes) {
  const auto has_changed_hash = [](const PlanOutcome& plan) {
    return totals_of(plan.outcome).restarts.at(static_cast<std::size_t>(fleet::Cause::definition_changed)) > 0;
  };
  const auto has_evicted = [](const PlanOutcome& plan) { return drain_of(plan.outcome).evicted > 0; };
  std::vector<std::string_view> terms{"readiness probe", "sync loop"};
  if (std::ranges::any_of(outcomes, has_evicted)) terms.insert(terms.begin(), {"eviction", "grace period"});
  if (std::ranges::any_of(outcomes, has_changed_hash)) terms.insert(terms.begin(), "container hash");
  return terms;
}

std::string related_html(const std::vector<PlanOutcome>& outcomes, const FleetLinks& links) {
  std::string related;
  for (const PageLink& scenario : links.scenarios) {
    related += filled("term_entry.html", {{"href", std::string{root_of_fleets} + scenario.href},
                                          {"title", html_sentence(scenario.title)}});
  }
  std::string terms;
  for (const std::string_view term : terms_of(outcomes)) {
    if (!terms.empty()) terms += ", ";
    terms += filled("term_link.html", {{"href", fmt::format("{}terms.html#{}", root_of_fleets, anchor_of_term(term))},
                                       {"term", std::string{term}}});
  }
  return filled("fleet_related.html",
                {{"scenarios", related}, {"terms", terms}, {"root", std::string{root_of_fleets}}});
}

std::string link_to(std::string_view file, const FleetChapter* chapter) {
  if (chapter == nullptr) return {};
  return filled(file, {{"href", std::string{root_of_fleets} + page_of(*chapter->entry)},
                       {"title", api::printable_xml(chapter->title)}});
}

std::string report_of(const FleetChapter& chapter, const std::vector<PlanOutcome>& outcomes) {
  std::ostringstream report;
  print_fleet_report(report, *chapter.loaded.fleet, outcomes, chapter.command);
  return std::move(report).str();
}

}  // namespace

bool FleetChapter::is_sample() const noexcept {
  return fleet::node_count(*loaded.fleet) < all_nodes;
}

std::vector<FleetChapter> fleet_chapters() {
  std::vector<FleetChapter> chapters;
  for (const CatalogueEntry& entry : fleet_entries()) chapters.push_back(chapter_of(entry));
  return chapters;
}

std::string kubelets_of(const FleetChapter& chapter) {
  std::string text;
  for (std::string upgrade : chapter.upgrades) {
    constexpr std::string_view to = "-to-";
    if (!text.empty()) text += ", ";
    text += upgrade.replace(upgrade.find(to), to.size(), " → ");
  }
  return text;
}

bool is_related(const FleetChapter& fleet, const CatalogueEntry& scenario) {
  return scenario.theme == "upgrades" && std::ranges::any_of(fleet.upgrades, [&scenario](const std::string& upgrade) {
           return scenario.name.starts_with(upgrade + "-");
         });
}

std::string picture_of(const FleetChapter& chapter) {
  return fmt::format("fleets/{}.plans.html", chapter.entry->name);
}

FleetChapterPage fleet_chapter_page(const FleetChapter& chapter, const FleetLinks& links, const SharedPage& viewer) {
  const fleet::Fleet& fleet = *chapter.loaded.fleet;
  std::vector<PlanOutcome> outcomes;
  for (const fleet::Plan& plan : chapter.loaded.plans) {
    outcomes.push_back({plan, fleet::carry_out_plan(fleet, plan, 1, {})});
  }
  const std::string neighbours = filled("neighbours.html", {{"before", link_to("link_before.html", links.before)},
                                                            {"root", std::string{root_of_fleets}},
                                                            {"after", link_to("link_after.html", links.after)}});
  std::string html = filled("fleet.html", {{"neighbours", neighbours},
                                           {"theme", std::string{fleet_theme}},
                                           {"title", html_sentence(chapter.title)},
                                           {"description", html_paragraphs(chapter.description)},
                                           {"sample", sample_html(chapter)},
                                           {"clusters", std::to_string(chapter.all_clusters)},
                                           {"nodes", std::to_string(chapter.all_nodes)},
                                           {"kubelets", kubelets_of(chapter)},
                                           {"command", api::printable_xml(chapter.command)},
                                           {"plans", plans_html(chapter.loaded)},
                                           {"picture", std::string{root_of_fleets} + picture_of(chapter)},
                                           {"report", html_lines(report_of(chapter, outcomes))},
                                           {"related", related_html(outcomes, links)},
                                           {"text", html_lines(chapter.entry->text)}});
  return {std::move(html), page_with_data(viewer, fleet_page_data(fleet, outcomes, chapter.command))};
}

}  // namespace podreel::cli
