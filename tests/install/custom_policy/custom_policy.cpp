// A patched kubelet in a scenario: it does not see changes of an image's tag (a hash of its own) and never kills a
// container of a pod labelled "frozen" (a decision of its own).
//
//   custom_policy SCENARIO
//
// prints the timeline.
#include <iostream>
#include <string>
#include <string_view>

#include "engine/decide/policy.hpp"
#include "engine/trace/text_timeline.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace {

using namespace podreel;

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 1469598103934665603u;
  for (const char character : text) hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211u;
  return hash;
}

class Patched final : public decide::Policy {
 public:
  /// Of the image without its tag.
  std::uint64_t hash_container(const api::Container& container) const override {
    const std::string& image = container.image;
    const std::size_t slash = image.rfind('/');
    return hash_of(container.name + "@" + image.substr(0, image.find(':', slash == std::string::npos ? 0 : slash)));
  }

  /// Upstream's decision, with its kills taken back for a frozen pod.
  std::optional<decide::Panic> decide(decide::PodActions& actions, const decide::Observed& observed,
                                      decide::Reasons* reasons) const override {
    auto panic = Policy::decide(actions, observed, reasons);
    if (panic || !observed.pod.metadata.labels.contains("frozen") || actions.containers_to_kill.empty()) return panic;
    actions.containers_to_kill.clear();
    actions.containers_to_start.clear();
    return panic;
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const language::Loaded loaded = language::load_scenario_file(arguments[1]);
  for (const api::Problem& problem : loaded.problems) std::cerr << to_string(problem) << '\n';
  simulation::ReplayOptions options;
  options.policies = [](release::Release, const release::FeatureGates&) { return std::make_shared<Patched>(); };
  for (const language::Scenario& scenario : loaded.scenarios) {
    trace::TextTimeline timeline{std::cout, simulation::start_time(scenario, options)};
    options.sinks = {&timeline};
    replay(scenario, options);
  }
  return loaded.problems.empty() ? 0 : 2;
}
