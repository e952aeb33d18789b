#include "scenarios/format/kubelets.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/format/actions/kubelet.hpp"

namespace podreel::format {

std::string kubelets_of(const std::vector<Scenario>& runs) {
  std::vector<std::string> releases;
  const auto add = [&releases](release::Release release) {
    const std::string text = release::minor_string(release);
    if (std::ranges::find(releases, text) == releases.end()) releases.push_back(text);
  };
  bool upgrades = false;
  for (const Scenario& run : runs) {
    add(run.node.kubelet.version);
    for (const Step& step : run.timeline) {
      const auto started = actions::started_release(*step.action);
      if (!started) continue;
      add(*started);
      upgrades = true;
    }
  }
  return fmt::format("{}", fmt::join(releases, upgrades ? " → " : ", "));
}

}  // namespace podreel::format
