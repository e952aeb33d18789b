// The evidence behind the rows of the behaviour table, for `podreel versions --evidence`.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/behaviour_table.hpp"

namespace podreel::cli {

/// Numbers of rows by their evidence.
struct EvidenceCounts {
  int recorded = 0;
  int read = 0;
  int unverified = 0;
};

/// Counts the rows that begin or end in one of the minor releases from `first` to `last`.
[[nodiscard]] EvidenceCounts count_evidence(release::Release first, release::Release last);
/// Counts the behaviours of a release, with its default feature gates.
[[nodiscard]] EvidenceCounts count_evidence_of(release::Release release);

/// Returns the evidence of a row in words: "recorded: 1.27.7/decide/2, 1.28.0-a/02".
[[nodiscard]] std::string evidence_text(const release::BehaviourRow& row);

/// Prints a table of the rows with that evidence; empty `releases` means all, otherwise those that begin or end there.
void print_evidence(std::ostream& out, const std::vector<release::Release>& releases, release::EvidenceKind kind,
                    bool has_headers);

/// Returns [{"kind", "before", "after", "where"}], with an entry for each boundary that has evidence.
[[nodiscard]] nlohmann::ordered_json evidence_document(const release::BehaviourRow& row);

/// Returns {"behaviours": [{"name", "boundaries", "evidence", "what"}]} of the rows that print_evidence() lists.
[[nodiscard]] nlohmann::ordered_json rows_by_evidence(const std::vector<release::Release>& releases,
                                                      release::EvidenceKind kind);

}  // namespace podreel::cli
