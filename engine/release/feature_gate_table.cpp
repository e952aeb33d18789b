#include <algorithm>
#include <array>
#include <stdexcept>

#include "engine/release/feature_gates.hpp"

namespace podreel::release {

namespace {

/// A stage as the table says it, where it differs from what is usual for it.
struct WrittenStage : GateStage {
  [[nodiscard]] consteval WrittenStage on() const { return with(true, is_locked); }
  [[nodiscard]] consteval WrittenStage off() const { return with(false, is_locked); }
  [[nodiscard]] consteval WrittenStage locked() const { return with(on_by_default, true); }
  [[nodiscard]] consteval WrittenStage settable() const { return with(on_by_default, false); }

 private:
  [[nodiscard]] consteval WrittenStage with(bool on, bool lock) const { return {{since, stage, on, lock}}; }
};

consteval WrittenStage alpha(int minor) {
  return {{v(minor), Stage::alpha, false, false}};
}
consteval WrittenStage beta(int minor) {
  return {{v(minor), Stage::beta, true, false}};
}
consteval WrittenStage ga(int minor) {
  return {{v(minor), Stage::ga, true, true}};
}
consteval WrittenStage deprecated(int minor) {
  return {{v(minor), Stage::deprecated, false, false}};
}
consteval WrittenStage removed(int minor) {
  return {{v(minor), Stage::removed, false, false}};
}

/// Kubelets check what gates need since 1.35 (kubernetes/kubernetes#133697).
consteval GateNeed needs(std::string_view gate, int since = 35) {
  return {gate, v(since)};
}

constexpr FeatureGate table[] = {
#include "engine/release/feature_gate_table.inc"
};

static_assert(std::ranges::is_sorted(table, {}, &FeatureGate::name));

/// Returns the setting of AllAlpha or AllBeta for a gate of this stage that is not set itself; null if there is none.
const bool* set_for_all(Stage stage, const FeatureGates& gates) {
  if (stage != Stage::alpha && stage != Stage::beta) return nullptr;
  const auto found = gates.find(std::string_view{stage == Stage::alpha ? "AllAlpha" : "AllBeta"});
  return found == gates.end() ? nullptr : &found->second;
}

}  // namespace

std::string_view to_string(Stage stage) noexcept {
  constexpr std::array<std::string_view, 5> names{"alpha", "beta", "GA", "deprecated", "removed"};
  return names.at(static_cast<std::size_t>(stage));
}

std::span<const FeatureGate> feature_gates() {
  return table;
}

const FeatureGate* find_gate(std::string_view name) {
  const FeatureGate* found = std::ranges::lower_bound(table, name, {}, &FeatureGate::name);
  return found != std::end(table) && found->name == name ? found : nullptr;
}

const FeatureGate& gate_named(std::string_view name) {
  const FeatureGate* gate = find_gate(name);
  if (gate == nullptr) throw std::out_of_range{"no feature gate " + std::string{name}};
  return *gate;
}

const GateStage* stage_of(const FeatureGate& gate, Release release) {
  const GateStage* current = nullptr;
  for (const GateStage& stage : gate.stages) {
    if (release >= stage.since) current = &stage;
  }
  return current == nullptr || current->stage == Stage::removed ? nullptr : current;
}

bool is_on(const FeatureGate& gate, Release release, const FeatureGates& gates) {
  const GateStage* stage = stage_of(gate, release);
  if (stage == nullptr) {
    const auto was_ga = [&](const GateStage& past) { return past.stage == Stage::ga && release >= past.since; };
    return std::ranges::any_of(gate.stages, was_ga);
  }
  if (stage->is_locked || gates.empty()) return stage->on_by_default;
  if (const auto set = gates.find(gate.name); set != gates.end()) return set->second;
  if (const bool* all = set_for_all(stage->stage, gates)) return *all;
  return stage->on_by_default;
}

std::vector<std::string_view> needs_of(const FeatureGate& gate, Release release) {
  std::vector<std::string_view> result;
  for (const GateNeed& need : gate.needs) {
    if (release >= need.since) result.push_back(need.gate);
  }
  return result;
}

std::vector<std::string_view> missing_needs(const FeatureGate& gate, Release release, const FeatureGates& gates) {
  if (stage_of(gate, release) == nullptr || !is_on(gate, release, gates)) return {};
  std::vector<std::string_view> missing = needs_of(gate, release);
  std::erase_if(missing, [&](std::string_view need) { return is_on(gate_named(need), release, gates); });
  return missing;
}

}  // namespace podreel::release
