#include "engine/release/behaviour_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/evicting.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/probing.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/release/behaviour/shutting_down.hpp"
#include "engine/release/behaviour/syncing.hpp"

namespace podreel::release {

namespace {

GateCondition when(std::string_view gate) {
  return {&gate_named(gate), true};
}
GateCondition unless(std::string_view gate) {
  return {&gate_named(gate), false};
}

std::vector<ReleaseRange> since(Release first) {
  return {{first, {}}};
}
std::vector<ReleaseRange> until(Release end) {
  return {{v(0), end}};
}
std::vector<ReleaseRange> between(Release first, Release end) {
  return {{first, end}};
}

using Evidences = std::vector<Evidence>;

const Evidences unverified{Evidence{}};

/// Runs of real kubelets on both sides.
Evidences recorded(std::string_view before, std::string_view after) {
  return {{EvidenceKind::recorded, before, after, {}}};
}
/// Upstream's source of these releases.
Evidences read(std::string_view before, std::string_view after, std::string_view where) {
  return {{EvidenceKind::read, before, after, where}};
}
/// Evidence for a row with several boundaries.
Evidences operator+(Evidences first, const Evidences& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

#define CAPABILITY(name, ...) {name, #name, __VA_ARGS__},
#define ALSO(name, ...) CAPABILITY(name, __VA_ARGS__)
const std::vector<BehaviourRow>& rows() {
  static const std::vector<BehaviourRow> table{
#include "engine/release/behaviour/capabilities.inc"
  };
  return table;
}
#undef ALSO
#undef CAPABILITY

/// The first row of each capability, by the capability's index; null for those without a row.
using FirstRows = std::array<const BehaviourRow*, std::size_t{capability_areas} * capabilities_per_area>;

const FirstRows& first_rows() {
  static const FirstRows first = [] {
    FirstRows found{};
    for (const BehaviourRow& row : rows()) {
      const BehaviourRow*& known = found[row.capability.index()];
      if (known == nullptr) known = &row;
    }
    return found;
  }();
  return first;
}

bool holds(const BehaviourRow& row, Release release, const FeatureGates& gates) {
  for (const ReleaseRange& range : row.ranges) {
    if (!range.contains(release)) continue;
    return std::ranges::all_of(
        row.gates, [&](const GateCondition& gate) { return is_on(*gate.gate, release, gates) == gate.wanted; });
  }
  return false;
}

/// The kubelet that a side of evidence names: "1.28.0" of "1.28.0-a/02".
std::optional<Release> kubelet_of(std::string_view side) {
  return parse_release(side.substr(0, side.find_first_of("+-/")));
}

}  // namespace

std::span<const BehaviourRow> behaviour_table() {
  return rows();
}

std::string_view name_of(EvidenceKind kind) noexcept {
  switch (kind) {
    case EvidenceKind::unverified:
      return "unverified";
    case EvidenceKind::read:
      return "read";
    case EvidenceKind::recorded:
      return "recorded";
  }
  return {};
}

std::vector<Release> boundaries_of(const BehaviourRow& row) {
  std::vector<Release> boundaries;
  const std::vector<Release>& releases = simulated_releases();
  for (std::size_t at = 1; at < releases.size(); ++at) {
    if (since(row, releases[at]).has_value() == since(row, releases[at - 1]).has_value()) continue;
    boundaries.push_back(v(releases[at].minor));
  }
  return boundaries;
}

bool covers(const Evidence& evidence, const BehaviourRow& row, Release boundary) {
  const std::optional<Release> before = kubelet_of(evidence.before);
  const std::optional<Release> after = kubelet_of(evidence.after);
  if (!before || !after || before->minor >= boundary.minor || after->minor < boundary.minor) return false;
  return since(row, *before).has_value() != since(row, *after).has_value();
}

EvidenceKind evidence_kind(const BehaviourRow& row) {
  EvidenceKind weakest = EvidenceKind::recorded;
  std::vector<Release> boundaries = boundaries_of(row);
  if (row.evidence.empty()) return EvidenceKind::unverified;
  if (boundaries.empty()) {
    for (const Evidence& evidence : row.evidence) weakest = std::min(weakest, evidence.kind);
  }
  for (const Release boundary : boundaries) {
    EvidenceKind best = EvidenceKind::unverified;
    for (const Evidence& evidence : row.evidence) {
      if (covers(evidence, row, boundary)) best = std::max(best, evidence.kind);
    }
    weakest = std::min(weakest, best);
  }
  return weakest;
}

std::optional<Release> since(const BehaviourRow& row, Release release) {
  for (const ReleaseRange& range : row.ranges) {
    if (range.contains(release)) return range.since;
  }
  return std::nullopt;
}

const BehaviourRow* row_of(Capability capability, Release release) {
  const BehaviourRow* first = capability ? first_rows()[capability.index()] : nullptr;
  if (first == nullptr) return nullptr;
  const std::span<const BehaviourRow> table = rows();
  for (const BehaviourRow& row : table.subspan(static_cast<std::size_t>(first - table.data()))) {
    if (row.capability == capability && since(row, release)) return &row;
  }
  return nullptr;
}

Behaviour behaviour_of(Release release, const FeatureGates& gates) {
  Behaviour behaviour;
  behaviour.release = release;
  for (const BehaviourRow& row : rows()) {
    if (holds(row, release, gates)) behaviour.set(row.capability);
  }
  return behaviour;
}

Behaviour with_overrides(Behaviour behaviour, const std::vector<Capability>& inverted) {
  for (const Capability capability : inverted) behaviour.set(capability, !behaviour.has(capability));
  return behaviour;
}

}  // namespace podreel::release
