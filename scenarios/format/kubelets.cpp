#include "scenarios/format/kubelets.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "engine/release/behaviour.hpp"
#include "scenarios/format/actions/kubelet.hpp"

namespace podreel::format {

std::vector<release::Release> kubelets_of(const Scenario& scenario) {
  std::vector<release::Release> releases{scenario.node.kubelet.version};
  for (const Step& step : scenario.timeline) {
    const auto started = actions::started_release(*step.action);
    if (started && std::ranges::find(releases, *started) == releases.end()) releases.push_back(*started);
  }
  return releases;
}

bool any_kubelet_has(const Scenario& scenario, std::initializer_list<release::Capability> capabilities) {
  return std::ranges::any_of(kubelets_of(scenario), [&](release::Release kubelet) {
    const release::Behaviour behaviour = release::behaviour_of(kubelet, scenario.node.kubelet.feature_gates);
    return std::ranges::all_of(capabilities, [&](release::Capability each) { return behaviour.has(each); });
  });
}

std::string kubelets_of(const std::vector<Scenario>& runs) {
  std::vector<std::string> texts;
  bool upgrades = false;
  for (const Scenario& run : runs) {
    for (const release::Release release : kubelets_of(run)) {
      std::string text = release::minor_string(release);
      if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
    }
    upgrades = upgrades || std::ranges::any_of(run.timeline, [](const Step& step) {
                 return actions::started_release(*step.action).has_value();
               });
  }
  return fmt::format("{}", fmt::join(texts, upgrades ? " → " : ", "));
}

}  // namespace podreel::format
