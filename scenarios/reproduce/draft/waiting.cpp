// Explains pods that wait without showing for what.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

/// Age at which rows first show `number` finished init containers; no value if they never do.
std::optional<Age> done_at(const SeenPod& pod, std::size_t number) {
  for (const SeenRow& row : pod.rows) {
    const auto done = init_containers_done(row.status);
    const bool is_behind = done ? *done >= number : row.status == "PodInitializing" || row.status == "Running";
    if (is_behind && row.age) return row.age;
  }
  return std::nullopt;
}

/// Sets the run time of each init container without runs: until rows show the next one, or forever.
void explain_init_containers(const SeenPod& pod, Draft& draft) {
  const bool are_shown =
      std::ranges::any_of(pod.rows, [](const SeenRow& row) { return init_containers_done(row.status).has_value(); });
  if (!are_shown) return;
  std::size_t number = 0;
  sim::Duration before{};
  for (ContainerPlan& container : draft.plan.containers) {
    if (!container.is_init) continue;
    const std::optional<Age> done = done_at(pod, ++number);
    if (!container.runs.empty()) continue;
    if (!done) {
      container.runs.push_back({.runs_for = std::nullopt});
      draft.explain(Cause::crash, fmt::format("the init container {} does not end", container.name));
      return;
    }
    const std::string name = container.name;
    const double likely = std::max(0.1, format::in_seconds(done->minimum - before) - 1);
    container.runs.push_back({.runs_for = seconds(likely)});
    draft.open(name + " runs for", likely, 0.05, format::in_seconds(done->maximum),
               [name](Plan& plan, double value) { plan.container(name).runs.front().runs_for = seconds(value); });
    before = done->minimum;
  }
}

/// Whether the evidence shows progress of the pod or the cause of its delay.
bool is_shown(const SeenPod& pod) {
  const auto is_conclusive = [](const SeenEvent& event) { return is_of_kubelet(event); };
  const auto goes_on = [](const SeenRow& row) { return row.status != "ContainerCreating" && row.status != "Pending"; };
  return std::ranges::any_of(pod.events, is_conclusive) || std::ranges::any_of(pod.rows, goes_on) ||
         !pod.errors.empty();
}

/// Lets a pull that has begun take until after the paste.
void explain_long_pulls(const SeenPod& pod, Draft& draft) {
  for (const SeenEvent* event : events_of(pod, "Pulling")) {
    const auto is_after_pull = [&](const char* reason) { return times_of(pod, reason, event->container) > 0; };
    constexpr std::array after_pull{"Pulled", "Failed", "Created", "Started", "BackOff"};
    const bool has_come = std::ranges::any_of(after_pull, is_after_pull);
    if (has_come || !event->last || event->count > 1) continue;
    ImagePlan& image = draft.plan.images[draft.plan.container(event->container).spec["image"]];
    std::erase_if(draft.parameters, [](const SearchParameter& parameter) { return parameter.name == "a pull takes"; });
    image.takes = event->last->maximum + 1min;
    draft.explain(Cause::image_pull, fmt::format("the image of {} is still being pulled", event->container));
  }
}

}  // namespace

void explain_waiting(const SeenPod& pod, Draft& draft) {
  explain_init_containers(pod, draft);
  explain_long_pulls(pod, draft);
  if (!is_creating(pod) || is_shown(pod)) return;
  std::erase_if(draft.parameters, [](const SearchParameter& parameter) { return parameter.name == sandbox_parameter; });
  std::erase_if(draft.plan.calls, [](const CallPlan& call) { return call.call == "RunPodSandbox"; });
  draft.plan.calls.push_back({.call = "RunPodSandbox", .takes = draft.plan.age + 1h});
  draft.assume("RunPodSandbox has not returned; the input does not show what the pod waits for");
  draft.explain(Cause::sandbox, "the pod's sandbox is still being created");
  draft.is_guess = true;
}

}  // namespace podreel::reproduce
