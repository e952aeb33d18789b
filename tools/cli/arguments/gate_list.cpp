#include "tools/cli/arguments/gate_list.hpp"

#include <fmt/format.h>
#include <ostream>
#include <sstream>

#include "scenarios/format/settings/gate_check.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

release::FeatureGates gates_in(const std::string& text) {
  release::FeatureGates gates;
  std::istringstream list{text};
  for (std::string item; std::getline(list, item, ',');) {
    const std::size_t equals = item.find('=');
    const std::string value = equals == std::string::npos ? "" : item.substr(equals + 1);
    if (equals == 0 || (value != "true" && value != "false")) {
      throw BadInput{fmt::format("--feature-gates: found \"{}\"; accepted: Gate=true or Gate=false", item)};
    }
    gates[item.substr(0, equals)] = value == "true";
  }
  return gates;
}

release::FeatureGates parse_gate_list(const std::string& text, const std::vector<release::Release>& kubelets,
                                      Context& context) {
  release::FeatureGates gates = gates_in(text);
  for (const release::Release kubelet : kubelets) {
    const format::GateCheck check = format::check_gates(gates, kubelet);
    if (!check.problems.empty()) {
      const format::GateRemark& first = check.problems.front();
      throw BadInput{fmt::format("--feature-gates: {}: {}", first.gate, first.message)};
    }
    for (const format::GateRemark& warning : check.warnings) {
      context.diagnostics << fmt::format("warning: --feature-gates: {}: {}\n", warning.gate, warning.message);
    }
  }
  return gates;
}

}  // namespace podreel::cli
