#include "engine/release/behaviour_table.hpp"

#include <algorithm>

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

#define CAPABILITY(name, ...) {&Behaviour::name, #name, __VA_ARGS__},
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

const BehaviourRow* row_of(bool Behaviour::*capability, Release release) {
  for (const BehaviourRow& row : rows()) {
    if (row.capability == capability && since(row, release)) return &row;
  }
  return nullptr;
}

Behaviour behaviour_of(Release release, const FeatureGates& gates) {
  Behaviour behaviour;
  behaviour.release = release;
  for (const BehaviourRow& row : rows()) {
    if (holds(row, release, gates)) behaviour.*row.capability = true;
  }
  return behaviour;
}

Behaviour turned(Behaviour behaviour, const TurnedCapabilities& capabilities) {
  for (bool Behaviour::*capability : capabilities) behaviour.*capability = !(behaviour.*capability);
  return behaviour;
}

}  // namespace podreel::release
