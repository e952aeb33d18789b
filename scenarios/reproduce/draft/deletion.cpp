// The end of a pod: its deadline, its deletion, and what cannot be stopped.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

bool is_stop(const SeenEvent& event) {
  return event.message.starts_with("Stopping container") || event.message.find("eed to kill") != std::string::npos;
}

/// Time of the first stop of a container, or of the first failed stop: when the pod began to terminate.
std::optional<Age> first_stop(const SeenPod& pod) {
  std::optional<Age> first;
  for (const SeenEvent& event : pod.events) {
    const bool is_one = event.reason == "FailedKillPod" || event.reason == "FailedPreStopHook" ||
                        (event.reason == "Killing" && is_stop(event));
    const std::optional<Age>& since = event.first ? event.first : event.last;
    if (is_one && since && (!first || since->minimum > first->minimum)) first = since;
  }
  return first;
}

/// A failed stop, as a message reports it: `failed to "KillContainer" for "app" with KillContainerError: "…"`.
struct FailedStop {
  std::string call;
  std::string container;
  std::string error;
};

std::vector<FailedStop> failed_stops_in(std::string_view message) {
  std::vector<FailedStop> found;
  constexpr std::array<std::pair<std::string_view, const char*>, 2> actions{
      {{"failed to \"KillContainer\"", "StopContainer"}, {"failed to \"KillPodSandbox\"", "StopPodSandbox"}}};
  for (const auto& [words, call] : actions) {
    const std::size_t at = message.find(words);
    if (at == std::string_view::npos) continue;
    FailedStop stop{.call = call, .container = {}, .error = quoted_after(message.substr(at), "Error:")};
    if (stop.call == "StopContainer") stop.container = quoted_after(message.substr(at), " for ");
    found.push_back(std::move(stop));
  }
  return found;
}

std::vector<FailedStop> failed_stops(const SeenPod& pod) {
  std::vector<FailedStop> found;
  for (const SeenEvent* event : events_of(pod, "FailedKillPod")) {
    for (FailedStop& stop : failed_stops_in(event->message)) found.push_back(std::move(stop));
  }
  for (const SeenError& error : pod.errors) {
    const bool is_container = error.action == "KillContainer" || error.action == "StopContainer";
    if (is_container) found.push_back({.call = "StopContainer", .container = error.container, .error = error.message});
  }
  return found;
}

/// Whether the states or the last row show none of its containers running.
bool ends_in_rows(const SeenPod& pod) {
  const bool is_shown = !pod.containers.empty() && std::ranges::all_of(pod.containers, [](const SeenContainer& each) {
    return each.is_init || each.state == "Terminated";
  });
  return is_shown || std::ranges::any_of(
                         pod.rows, [](const SeenRow& row) { return row.status == "Terminating" && row.ready == 0U; });
}

/// Time of the deletion if no event reports a stop.
Age deleted_before(const SeenPod& pod) {
  if (!pod.overdue) return {1s, 30s};
  const std::chrono::seconds grace{grace_of(pod)};
  return {pod.overdue->minimum + grace, pod.overdue->maximum + grace};
}

/// The grace period is over and the containers still run: the stop calls of the runtime never return.
void hang_stops(const SeenPod& pod, Draft& draft) {
  draft.plan.spec["terminationGracePeriodSeconds"] = grace_of(pod);
  for (const char* call : {"StopContainer", "StopPodSandbox"}) {
    draft.plan.calls.push_back({.call = call, .takes = draft.plan.age + 1h});
  }
  draft.assume("StopContainer and StopPodSandbox never return; the input does not show why");
  draft.explain(Cause::deletion, "the pod is deleted, and the runtime's calls that stop it never return");
  draft.is_guess = true;
}

}  // namespace

void explain_deadline(const SeenPod& pod, Draft& draft) {
  const SeenEvent* const event = pod.event("DeadlineExceeded");
  const bool is_stated = pod.reason == "DeadlineExceeded" || has_status(pod, false, {"DeadlineExceeded"});
  if (event == nullptr && !is_stated) return;
  const Age ago = event == nullptr ? Age{1s, 10s} : event->last_or({1s, 10s});
  const double deadline = std::max(1.0, std::floor(format::in_seconds(draft.plan.age - ago.middle())));
  draft.plan.spec["activeDeadlineSeconds"] = static_cast<std::int64_t>(deadline);
  draft.assume("an activeDeadlineSeconds, which the input does not show");
  draft.explain(Cause::deadline, "the pod has exceeded its activeDeadlineSeconds");
  draft.open(
      "activeDeadlineSeconds", deadline, 1, std::max(deadline, format::in_seconds(draft.plan.age)),
      [](Plan& plan, double value) { plan.spec["activeDeadlineSeconds"] = std::llround(value); }, true);
  for (ContainerPlan& container : draft.plan.containers) {
    const SeenContainer* const seen = pod.find(container.name);
    if (seen == nullptr || seen->state != "Running" || !container.runs.empty()) continue;
    container.runs.push_back({.runs_for = std::nullopt, .ignores_term = true});
    draft.plan.spec["terminationGracePeriodSeconds"] = 300;
    draft.assume(fmt::format("{} ignores SIGTERM, and its grace period ends after the paste", container.name));
  }
}

void explain_deletion(const SeenPod& pod, Draft& draft) {
  if (has_lost_node(pod)) return;
  const std::optional<Age> stopped = first_stop(pod);
  const bool is_deleted = pod.is_deleted || has_status(pod, false, {"Terminating"}) || !failed_stops(pod).empty();
  if (!is_deleted && (!stopped || times_of(pod, "SandboxChanged") > 0)) return;
  const Age ago = stopped.value_or(deleted_before(pod));
  const std::size_t index = draft.plan.steps.size();
  draft.plan.steps.push_back({ago.middle(), {{"deletePod", {{"name", pod.name}}}}});
  if (!pod.name_space.empty() && pod.name_space != "default") {
    draft.plan.steps.back().action["deletePod"]["name"] = pod.name_space + "/" + pod.name;
  }
  draft.open("deleted before the paste", format::in_seconds(ago.middle()), format::in_seconds(ago.minimum),
             format::in_seconds(ago.maximum) + 2,
             [index](Plan& plan, double value) { plan.steps[index].before_paste = seconds(value); });
  const bool is_still_there = is_deleted || std::ranges::any_of(pod.events, [&ago](const SeenEvent& event) {
                                return event.reason == "Unhealthy" && event.last && event.last->maximum < ago.minimum;
                              });
  draft.explain(Cause::deletion, "the pod is deleted");
  if (!is_still_there || !failed_stops(pod).empty()) return;
  if (pod.overdue && !ends_in_rows(pod)) return hang_stops(pod, draft);
  const auto grace = pod.grace_seconds.value_or(
      std::max<std::int64_t>(30, std::chrono::ceil<std::chrono::seconds>(ago.maximum + 60s).count()));
  draft.plan.spec["terminationGracePeriodSeconds"] = grace;
  if (!pod.grace_seconds) draft.assume(fmt::format("a grace period of {}s, which the input does not show", grace));
  for (ContainerPlan& container : draft.plan.containers) {
    if (container.is_init) continue;
    if (container.runs.empty()) container.runs.emplace_back();
    for (RunPlan& run : container.runs) run.ignores_term = !ends_in_rows(pod);
  }
  if (!ends_in_rows(pod)) draft.assume("the containers ignore SIGTERM");
}

void explain_failed_stops(const SeenPod& pod, Draft& draft) {
  for (const FailedStop& stop : failed_stops(pod)) {
    const bool is_known = std::ranges::any_of(draft.plan.calls, [&stop](const CallPlan& call) {
      return call.call == stop.call && call.container == stop.container;
    });
    if (is_known) continue;
    const std::size_t index = draft.plan.calls.size();
    draft.plan.calls.push_back({.call = stop.call,
                                .container = stop.container,
                                .error = stop.error.empty() ? "the runtime does not answer" : stop.error});
    draft.open(fmt::format("a {} takes", stop.call), is_given_up(stop.error) ? 120 : 0.1, 0, 300,
               [index](Plan& plan, double value) { plan.calls[index].takes = seconds(value); });
    draft.explain(Cause::stop, stop.container.empty()
                                   ? "the pod is deleted, and the runtime cannot stop its sandbox"
                                   : fmt::format("the pod is deleted, and the runtime cannot stop {}", stop.container));
  }
}

}  // namespace podreel::reproduce
