#include "tools/cli/versions/versions_gates.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "engine/release/feature_gates.hpp"
#include "scenarios/format/settings/gate_check.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using release::Release;

/// The state of a gate in one release.
struct GateThere {
  const release::FeatureGate* gate;
  const release::GateStage* stage;
};

std::vector<GateThere> gates_of(Release release) {
  std::vector<GateThere> gates;
  for (const release::FeatureGate& gate : release::feature_gates()) {
    if (const release::GateStage* stage = release::stage_of(gate, release)) gates.push_back({&gate, stage});
  }
  return gates;
}

std::string yes_or_no(bool yes) {
  return yes ? "yes" : "no";
}

}  // namespace

void print_gates(std::ostream& out, const std::vector<Release>& releases, bool has_headers) {
  for (const Release release : releases) {
    const std::vector<GateThere> gates = gates_of(release);
    const auto modelled =
        std::ranges::count_if(gates, [](const GateThere& there) { return format::is_modelled(*there.gate); });
    out << fmt::format("{}Kubernetes {}, feature gates: {}, modelled: {}\n\n", release == releases.front() ? "" : "\n",
                       release::to_string(release), gates.size(), modelled);
    TextTable table{{"GATE", "STAGE", "DEFAULT", "LOCKED", "NEEDS", "MODELLED"}};
    for (const GateThere& there : gates) {
      const std::string needs = fmt::format("{}", fmt::join(release::needs_of(*there.gate, release), ", "));
      table.add({std::string{there.gate->name}, std::string{release::to_string(there.stage->stage)},
                 there.stage->on_by_default ? "on" : "off", yes_or_no(there.stage->is_locked),
                 needs.empty() ? "-" : needs, yes_or_no(format::is_modelled(*there.gate))});
    }
    out << table.text(has_headers);
  }
}

nlohmann::ordered_json gates_document(const std::vector<Release>& releases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Release release : releases) {
    nlohmann::ordered_json gates = nlohmann::ordered_json::array();
    for (const GateThere& there : gates_of(release)) {
      gates.push_back({{"name", there.gate->name},
                       {"stage", release::to_string(there.stage->stage)},
                       {"default", there.stage->on_by_default},
                       {"locked", there.stage->is_locked},
                       {"needs", release::needs_of(*there.gate, release)},
                       {"modelled", format::is_modelled(*there.gate)}});
    }
    list.push_back({{"release", release::minor_string(release)},
                    {"newestPatch", release::to_string(release)},
                    {"featureGates", gates}});
  }
  return {{"releases", list}};
}

}  // namespace podreel::cli
