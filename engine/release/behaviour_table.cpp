#include "engine/release/behaviour_table.hpp"

#include <algorithm>

#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/evicting.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/probing.hpp"
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

constexpr bool unverified = false;

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

bool holds(const BehaviourRow& row, Release release, const FeatureGates& gates) {
  for (const ReleaseRange& range : row.ranges) {
    if (!range.contains(release)) continue;
    return std::ranges::all_of(
        row.gates, [&](const GateCondition& gate) { return is_on(*gate.gate, release, gates) == gate.wanted; });
  }
  return false;
}

}  // namespace

std::span<const BehaviourRow> behaviour_table() {
  return rows();
}

std::optional<Release> since(const BehaviourRow& row, Release release) {
  for (const ReleaseRange& range : row.ranges) {
    if (range.contains(release)) return range.since;
  }
  return std::nullopt;
}

const BehaviourRow* row_of(Capability capability, Release release) {
  for (const BehaviourRow& row : rows()) {
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
