#include "tools/cli/versions/versions_timing.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

#include "engine/release/behaviour_table.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using format::duration_text;

/// A row prepared for output, independent of its kind.
struct ShownRow {
  const timing::Row& row;
  std::string_view kind;
  /// Null if the row has no random choice.
  const timing::SiteName* site = nullptr;
  std::string text;
  nlohmann::ordered_json values;
};

ShownRow row_of(const timing::Period& row) {
  return {row, "period", nullptr, duration_text(row), {{"duration", duration_text(row)}}};
}

ShownRow row_of(const timing::Cost& row) {
  return {row, "cost", nullptr, duration_text(row.duration), {{"duration", duration_text(row.duration)}}};
}

ShownRow row_of(const timing::Spread& row) {
  const timing::Distribution& distribution = row.distribution;
  ShownRow spread{row, "spread", &timing::name_of(row.site), {}, {}};
  if (distribution.is_even()) {
    const std::string low = duration_text(distribution.begin()->duration);
    const std::string high = duration_text(distribution.end()[-1].duration);
    spread.text = fmt::format("{} … {}", low, high);
    spread.values = {{"from", low}, {"to", high}};
    return spread;
  }
  const auto median = std::ranges::lower_bound(distribution, std::int64_t{500}, {}, &timing::Quantile::share);
  spread.text = fmt::format("{} … {} … {}", duration_text(distribution.begin()->duration),
                            duration_text(median->duration), duration_text(distribution.end()[-1].duration));
  for (const timing::Quantile& quantile : distribution) {
    spread.values["quantiles"].push_back(
        {{"percent", quantile.share / 10}, {"duration", duration_text(quantile.duration)}});
  }
  return spread;
}

ShownRow row_of(const timing::Jitter& row) {
  const std::int64_t percent = 100 / row.divisor;
  return {row, "jitter", &timing::name_of(row.site), fmt::format("0 … {}%", percent), {{"upToPercent", percent}}};
}

ShownRow row_of(const timing::Odds& row) {
  return {row,
          "odds",
          &timing::name_of(row.site),
          fmt::format("{} of {}", row.hits, row.of),
          {{"hits", row.hits}, {"of", row.of}}};
}

ShownRow row_of(const timing::Race& row) {
  return {row,
          "race",
          &timing::name_of(row.site),
          fmt::format("{}", fmt::join(row.weights, " : ")),
          {{"weights", row.weights}}};
}

ShownRow row_of(const timing::Order& row) {
  const std::string things = to_string(row.options());
  return {row, "order", &timing::name_of(row.site), "any of " + things, {{"things", things}}};
}

/// Returns the row of evidence that applies to some kubelets only.
const release::BehaviourRow& row_of(const timing::Evidence& evidence) {
  return *std::ranges::find(release::behaviour_table(), evidence.capability, &release::BehaviourRow::capability);
}

std::string range_text(const release::ReleaseRange& range) {
  const std::string since = release::minor_string(range.since);
  return range.until ? fmt::format("from {} to before {}", since, release::minor_string(*range.until))
                     : fmt::format("since {}", since);
}

/// Returns "since 1.29", "before 1.29", "from 1.29 to before 1.31" or "not from …", "with SomeGate" or "without
/// SomeGate"; empty for every kubelet.
std::string kubelets(const timing::Evidence& evidence) {
  if (!evidence.capability) return {};
  const release::BehaviourRow& row = row_of(evidence);
  if (!row.gates.empty()) {
    return fmt::format("{} {}", evidence.wanted ? "with" : "without", row.gates.front().gate->name);
  }
  const release::ReleaseRange& range = row.ranges.front();
  if (evidence.wanted) return range_text(range);
  return range.until ? "not " + range_text(range) : "before " + release::minor_string(range.since);
}

/// Returns whether a row applies to one of the releases; a row that depends on a gate always does.
bool is_about(const timing::Evidence& evidence, const std::vector<release::Release>& releases) {
  return !evidence.capability || releases.empty() || !row_of(evidence).gates.empty() ||
         std::ranges::any_of(releases, [&](release::Release release) {
           return release::behaviour_of(release).has(evidence.capability) == evidence.wanted;
         });
}

std::vector<ShownRow> rows_of(const std::vector<release::Release>& releases) {
  std::vector<ShownRow> rows;
  for (const timing::AnyRow& any : timing::rows()) {
    ShownRow row = std::visit([](const auto* known) { return row_of(*known); }, any);
    if (is_about(row.row.evidence, releases)) rows.push_back(std::move(row));
  }
  return rows;
}

std::string or_dash(std::string_view text) {
  return std::string{text.empty() ? "-" : text};
}

}  // namespace

void print_timing(std::ostream& out, const std::vector<release::Release>& releases, bool has_headers) {
  TextTable table{{"NAME", "KIND", "VALUE", "SITE", "KEY", "KUBELETS", "EVIDENCE", "WHAT"}};
  for (const ShownRow& shown : rows_of(releases)) {
    const timing::Evidence& evidence = shown.row.evidence;
    table.add({std::string{shown.row.name}, std::string{shown.kind}, shown.text,
               or_dash(shown.site != nullptr ? shown.site->name : ""),
               or_dash(shown.site != nullptr ? shown.site->key : ""), or_dash(kubelets(evidence)),
               std::string{evidence.text.empty() ? "assumed" : evidence.text}, std::string{shown.row.what}});
  }
  out << table.text(has_headers);
}

nlohmann::ordered_json timing_document(const std::vector<release::Release>& releases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ShownRow& shown : rows_of(releases)) {
    nlohmann::ordered_json row{{"name", shown.row.name}, {"kind", shown.kind}};
    const auto add = [&row](const char* key, const auto& text) {
      if (!text.empty()) row[key] = text;
    };
    if (shown.site != nullptr) add("site", shown.site->name);
    if (shown.site != nullptr) add("key", shown.site->key);
    row.update(shown.values);
    add("kubelets", kubelets(shown.row.evidence));
    row["assumed"] = shown.row.evidence.text.empty();
    add("evidence", shown.row.evidence.text);
    row["what"] = shown.row.what;
    list.push_back(std::move(row));
  }
  return {{"timing", list}};
}

}  // namespace podreel::cli
