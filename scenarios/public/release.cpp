#include "podreel/release.hpp"

#include <set>

#include "engine/release/behaviour_table.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "scenarios/public/conversions.hpp"

namespace podreel {

namespace {

std::vector<Release> to_public(const std::vector<release::Release>& releases) {
  std::vector<Release> converted;
  for (const release::Release release : releases) converted.push_back(facade::to_public(release));
  return converted;
}

/// Returns the row that describes the capability in that release, otherwise its first row.
const release::BehaviourRow& describing_row(const release::BehaviourRow& first, release::Release release) {
  const release::BehaviourRow* row = release::row_of(first.capability, release);
  return row == nullptr ? first : *row;
}

}  // namespace

std::optional<Release> parse_release(std::string_view text) {
  const auto release = release::parse_release(text);
  return release ? std::optional{facade::to_public(*release)} : std::nullopt;
}

std::string to_string(Release release) {
  return release::to_string(facade::to_engine(release));
}

std::vector<Release> known_releases() {
  return to_public(release::known_releases());
}

std::vector<Release> simulated_releases() {
  return to_public(release::simulated_releases());
}

Release default_release() {
  return facade::to_public(release::default_release());
}

std::vector<FeatureGate> feature_gates(Release release, const FeatureGates& set) {
  std::vector<FeatureGate> gates;
  for (const release::FeatureGate& gate : release::feature_gates()) {
    const release::GateStage* stage = release::stage_of(gate, facade::to_engine(release));
    if (stage == nullptr) continue;
    gates.push_back({std::string{gate.name}, std::string{release::to_string(stage->stage)}, stage->on_by_default,
                     stage->is_locked, release::is_on(gate, facade::to_engine(release), set)});
  }
  return gates;
}

std::vector<Capability> capabilities(Release release, const FeatureGates& set) {
  const release::Behaviour behaviour = release::behaviour_of(facade::to_engine(release), set);
  std::vector<Capability> found;
  std::set<std::string_view> seen;
  for (const release::BehaviourRow& first : release::behaviour_table()) {
    if (!seen.insert(first.name).second) continue;
    const release::BehaviourRow& row = describing_row(first, behaviour.release);
    found.push_back(
        {std::string{first.name}, std::string{row.what}, std::string{row.source}, behaviour.has(first.capability)});
  }
  return found;
}

std::optional<bool> has_capability(Release release, std::string_view name, const FeatureGates& set) {
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    if (row.name == name) return release::behaviour_of(facade::to_engine(release), set).has(row.capability);
  }
  return std::nullopt;
}

}  // namespace podreel
