#include "tools/cli/versions/versions_evidence.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using release::BehaviourRow;
using release::EvidenceKind;
using release::Release;

void count(EvidenceCounts& counts, const BehaviourRow& row) {
  switch (release::evidence_kind(row)) {
    case EvidenceKind::recorded:
      ++counts.recorded;
      break;
    case EvidenceKind::read:
      ++counts.read;
      break;
    case EvidenceKind::unverified:
      ++counts.unverified;
      break;
  }
}

bool has_boundary(const BehaviourRow& row, Release first, Release last) {
  return std::ranges::any_of(release::boundaries_of(row), [&](Release boundary) {
    return boundary >= release::any_patch_of(first).since && boundary <= last;
  });
}

/// Returns "1.28", or "1.22, 1.28".
std::string boundaries_text(const BehaviourRow& row) {
  std::string text;
  for (const Release boundary : release::boundaries_of(row)) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", release::minor_string(boundary));
  }
  return text.empty() ? "-" : text;
}

std::vector<const BehaviourRow*> rows_with(const std::vector<Release>& releases, EvidenceKind kind) {
  std::vector<const BehaviourRow*> rows;
  for (const BehaviourRow& row : release::behaviour_table()) {
    const bool is_wanted = releases.empty() || std::ranges::any_of(releases, [&row](Release release) {
                             return has_boundary(row, release, release);
                           });
    if (is_wanted && release::evidence_kind(row) == kind) rows.push_back(&row);
  }
  return rows;
}

}  // namespace

EvidenceCounts count_evidence(Release first, Release last) {
  EvidenceCounts counts;
  for (const BehaviourRow& row : release::behaviour_table()) {
    if (has_boundary(row, first, last)) count(counts, row);
  }
  return counts;
}

EvidenceCounts count_evidence_of(Release release) {
  EvidenceCounts counts;
  const release::Behaviour behaviour = release::behaviour_of(release, {});
  std::set<std::string_view> counted;
  for (const BehaviourRow& row : release::behaviour_table()) {
    if (!behaviour.has(row.capability) || !counted.insert(row.name).second) continue;
    if (const BehaviourRow* there = release::row_of(row.capability, release)) count(counts, *there);
  }
  return counts;
}

std::string evidence_text(const BehaviourRow& row) {
  std::string text{release::name_of(release::evidence_kind(row))};
  for (const release::Evidence& evidence : row.evidence) {
    if (evidence.kind == EvidenceKind::unverified) continue;
    text += fmt::format("{} {}, {}", text.find(':') == std::string::npos ? ":" : ";", evidence.before, evidence.after);
    if (!evidence.where.empty()) text += fmt::format(" {}", evidence.where);
  }
  return text;
}

void print_evidence(std::ostream& out, const std::vector<Release>& releases, EvidenceKind kind, bool has_headers) {
  TextTable table{{"BEHAVIOUR", "RELEASES", "EVIDENCE", "SOURCE", "WHAT CHANGES"}};
  for (const BehaviourRow* row : rows_with(releases, kind)) {
    table.add({std::string{row->name}, boundaries_text(*row), evidence_text(*row), std::string{row->source},
               std::string{row->what}});
  }
  out << table.text(has_headers);
}

nlohmann::ordered_json evidence_document(const BehaviourRow& row) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const release::Evidence& evidence : row.evidence) {
    if (evidence.kind == EvidenceKind::unverified) continue;
    nlohmann::ordered_json entry{
        {"kind", release::name_of(evidence.kind)}, {"before", evidence.before}, {"after", evidence.after}};
    if (!evidence.where.empty()) entry["where"] = evidence.where;
    list.push_back(entry);
  }
  return list;
}

nlohmann::ordered_json rows_by_evidence(const std::vector<Release>& releases, EvidenceKind kind) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const BehaviourRow* row : rows_with(releases, kind)) {
    nlohmann::ordered_json boundaries = nlohmann::ordered_json::array();
    for (const Release boundary : release::boundaries_of(*row)) boundaries.push_back(release::minor_string(boundary));
    list.push_back({{"name", row->name},
                    {"boundaries", boundaries},
                    {"evidence", evidence_document(*row)},
                    {"source", row->source},
                    {"what", row->what}});
  }
  return {{"behaviours", list}};
}

}  // namespace podreel::cli
