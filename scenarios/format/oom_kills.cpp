#include "scenarios/format/oom_kills.hpp"

#include <algorithm>

#include "scenarios/format/actions/action.hpp"

namespace podreel::format {

bool kills_child_process(const Scenario& scenario) {
  const bool by_action = std::ranges::any_of(scenario.timeline, [](const Step& step) {
    return step.action->kernel_kill() == actions::KernelKill::child_process;
  });
  return by_action || std::ranges::any_of(scenario.runtime.pods, [](const runtime_fake::PodScript& pod) {
           return std::ranges::any_of(pod.containers, [](const runtime_fake::ContainerScript& container) {
             return std::ranges::any_of(container.runs, &runtime_fake::Run::oom_spares_main_process);
           });
         });
}

}  // namespace podreel::format
