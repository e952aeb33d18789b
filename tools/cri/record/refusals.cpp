#include "tools/cri/record/refusals.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "tools/cri/record/probed_ports.hpp"
#include "tools/cri/record/recording_limits.hpp"
#include "tools/cri/runtime/wire_limits.hpp"

namespace podreel::cri {

std::vector<std::string> refusals_of(const format::Scenario& scenario, std::size_t num_kubelets) {
  std::vector<std::string> refused = wire_limits(scenario).refused;
  std::ranges::move(probed_ports(scenario).refused, std::back_inserter(refused));
  std::ranges::move(recording_limits(scenario, machine_for(scenario)), std::back_inserter(refused));
  if (num_kubelets > 1) std::ranges::move(shared_log_limits(scenario), std::back_inserter(refused));
  return refused;
}

std::string missing_kubelet(const format::Scenario& scenario, const std::vector<KubeletCommand>& commands) {
  for (const release::Release release : minor_kubelets_of(scenario)) {
    if (command_for(commands, release) != nullptr) continue;
    std::string found;
    for (const KubeletCommand& command : commands) {
      found += fmt::format("{}{}", found.empty() ? "" : ", ", release::to_string(command.release));
    }
    return fmt::format("--kubelet: the scenario starts a kubelet of {}; found only {}", release::minor_string(release),
                       found);
  }
  return {};
}

}  // namespace podreel::cri
