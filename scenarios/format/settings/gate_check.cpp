#include "scenarios/format/settings/gate_check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>
#include <utility>

#include "engine/release/behaviour_table.hpp"
#include "engine/types/catalogue.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using release::FeatureGate;
using release::FeatureGates;
using release::Release;
using release::Stage;

bool is_for_all(const FeatureGate& gate) {
  return gate.name == "AllAlpha" || gate.name == "AllBeta";
}

/// Message about a gate that a kubelet of `kubelet` does not have.
std::string unknown_gate(std::string_view name, Release kubelet) {
  const std::string minor = release::minor_string(kubelet);
  if (const FeatureGate* gate = release::find_gate(name)) {
    const release::GateStage& first = *gate->stages.begin();
    const bool is_gone = kubelet >= first.since;
    const Release parting = is_gone ? std::prev(gate->stages.end())->since : first.since;
    return fmt::format("unrecognized feature gate: only kubelets {} {} have it, and this one is {}",
                       is_gone ? "before" : "since", release::minor_string(parting), minor);
  }
  const std::string meant = api::did_you_mean(name, gate_names());
  return fmt::format("unrecognized feature gate{} podreel versions --gates {} lists all", meant.empty() ? ";" : meant,
                     minor);
}

/// Describes which gates that podreel models AllAlpha or AllBeta switch, and how many in total.
std::string describe_gates_of_all(const FeatureGate& all, Release kubelet, const FeatureGates& gates) {
  FeatureGates others = gates;
  others.erase(std::string{all.name});
  std::size_t switched = 0;
  std::vector<std::string_view> modelled;
  for (const FeatureGate& gate : release::feature_gates()) {
    if (is_for_all(gate) || release::stage_of(gate, kubelet) == nullptr) continue;
    if (release::is_on(gate, kubelet, gates) == release::is_on(gate, kubelet, others)) continue;
    ++switched;
    if (is_modelled(gate)) modelled.push_back(gate.name);
  }
  return fmt::format("switches {} gates of {}; podreel models {} of them{}{}", switched, release::minor_string(kubelet),
                     modelled.size(), modelled.empty() ? "" : ": ", fmt::join(modelled, ", "));
}

class Check {
 public:
  Check(const FeatureGates& gates, Release kubelet) : gates_{gates}, kubelet_{kubelet} {}

  GateCheck run() {
    for (const auto& [name, on] : gates_) check(name, on);
    if (result_.problems.empty()) check_needs();
    return std::move(result_);
  }

 private:
  void check(const std::string& name, bool on) {
    const FeatureGate* gate = release::find_gate(name);
    const release::GateStage* stage = gate == nullptr ? nullptr : release::stage_of(*gate, kubelet_);
    if (stage == nullptr) {
      result_.problems.push_back({name, unknown_gate(name, kubelet_)});
    } else if (stage->is_locked && stage->on_by_default != on) {
      result_.problems.push_back({name, fmt::format("cannot set feature gate {} to {}, feature is locked to {}", name,
                                                    on, stage->on_by_default)});
    } else if (is_for_all(*gate)) {
      result_.warnings.push_back({name, describe_gates_of_all(*gate, kubelet_, gates_)});
    } else if (stage->on_by_default != on && !is_modelled(*gate)) {
      result_.warnings.push_back(
          {name, fmt::format("without effect: podreel does not model the changes of this feature gate in kubelet {}",
                             release::minor_string(kubelet_))});
    }
  }

  void check_needs() {
    for (const FeatureGate& gate : release::feature_gates()) {
      const std::vector<std::string_view> missing = release::missing_needs(gate, kubelet_, gates_);
      if (missing.empty()) continue;
      result_.problems.push_back(
          {cause_of(gate, missing), fmt::format("{} is enabled, but depends on features that are disabled: [{}]",
                                                gate.name, fmt::join(missing, " "))});
    }
  }

  /// Returns the explicitly set gate that causes the problem.
  std::string cause_of(const FeatureGate& gate, const std::vector<std::string_view>& missing) const {
    if (gates_.contains(gate.name)) return std::string{gate.name};
    const auto set = std::ranges::find_if(missing, [this](std::string_view name) { return gates_.contains(name); });
    if (set != missing.end()) return std::string{*set};
    return gates_.contains("AllAlpha") ? "AllAlpha" : "AllBeta";
  }

  const FeatureGates& gates_;
  Release kubelet_;
  GateCheck result_;
};

}  // namespace

GateCheck check_gates(const FeatureGates& gates, Release kubelet) {
  return gates.empty() ? GateCheck{} : Check{gates, kubelet}.run();
}

void report_gates(const FeatureGates& gates, Release kubelet, const Place& place, api::Mark mark) {
  const auto mark_of = [&](const Place& member) {
    const auto& marks = place.reading().marks;
    const auto found = marks.find(member.path());
    return found == marks.end() ? mark : found->second;
  };
  const GateCheck check = check_gates(gates, kubelet);
  for (const GateRemark& problem : check.problems) {
    const Place member = place.member(problem.gate);
    member.problem(mark_of(member), problem.message);
  }
  for (const GateRemark& warning : check.warnings) {
    const Place member = place.member(warning.gate);
    member.warning(mark_of(member), warning.message);
  }
}

bool is_modelled(const FeatureGate& gate) {
  static const std::set<std::string_view> modelled = [] {
    std::set<std::string_view> names;
    for (const release::BehaviourRow& row : release::behaviour_table()) {
      for (const release::GateCondition& condition : row.gates) names.insert(condition.gate->name);
    }
    names.merge(types::Catalogue::built_in().overlay().gate_names());
    return names;
  }();
  return is_for_all(gate) || modelled.contains(gate.name);
}

Shape<release::FeatureGates> feature_gates() {
  return {"a map of feature gates to true or false",
          [](const api::Tree& node, const Place& place, release::FeatureGates& gates) {
            for (const auto& [name, mark, unused] : node.members) {
              place.reading().marks.insert_or_assign(place.member(name).path(), mark);
            }
            return map_of<release::FeatureGates>(boolean()).read(node, place, gates);
          },
          [](Definitions& definitions) {
            return Json{{"type", "object"},
                        {"propertyNames", {{"enum", gate_names()}}},
                        {"additionalProperties", boolean().schema(definitions)},
                        {"examples", Json::array({{{"EventedPLEG", true}}})}};
          }};
}

const std::vector<std::string_view>& gate_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> result;
    for (const FeatureGate& gate : release::feature_gates()) result.push_back(gate.name);
    return result;
  }();
  return names;
}

}  // namespace podreel::format
