// Explains sandboxes that cannot be created, that die, or that cannot be stopped.
#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

std::string name_of(const SeenPod& pod) {
  const bool is_elsewhere = !pod.name_space.empty() && pod.name_space != "default";
  return is_elsewhere ? pod.name_space + "/" + pod.name : pod.name;
}

/// Whether the kubelet's call timed out.
bool has_timed_out(const SeenEvent* event) {
  return event->message.find("context deadline exceeded") != std::string::npos;
}

/// Error of the runtime; empty if the evidence has none.
std::string refusal_of(const SeenPod& pod) {
  std::vector<const SeenEvent*> events = events_of(pod, "FailedCreatePodSandBox");
  std::stable_partition(events.begin(), events.end(), std::not_fn(has_timed_out));
  if (!events.empty()) {
    const std::string& message = events.front()->message;
    const std::size_t colon = message.find("sandbox: ");
    return colon == std::string::npos ? message : message.substr(colon + 9);
  }
  for (const SeenError& error : pod.errors) {
    if (error.reason == "CreatePodSandboxError" || error.action == "RunPodSandbox") return error.message;
  }
  return {};
}

void open_latency(std::size_t call, double maximum, Draft& draft) {
  draft.open("a try takes", 0.5, 0, maximum,
             [call](Plan& plan, double value) { plan.calls[call].takes = seconds(value); });
}

/// Whether the last event about sandboxes is older than the longest pause between two attempts of a pod worker.
bool has_ceased(const SeenPod& pod) {
  constexpr sim::Duration max_pause = 3min;
  for (const char* reason : {"FailedCreatePodSandBox", "SandboxChanged"}) {
    for (const SeenEvent* event : events_of(pod, reason)) {
      if (!event->last || event->last->minimum < max_pause) return false;
    }
  }
  return pod.event("FailedCreatePodSandBox") != nullptr || pod.event("SandboxChanged") != nullptr;
}

void open_tries(std::size_t call, Draft& draft) {
  const double likely = *draft.plan.calls[call].fails;
  draft.open(
      "tries that fail", likely, 1, 2 * likely + 5,
      [call](Plan& plan, double value) { plan.calls[call].fails = static_cast<std::uint32_t>(value); }, true);
}

/// Age of the last event about sandboxes.
Age last_try(const SeenPod& pod) {
  Age last{max_age, max_age};
  for (const char* reason : {"FailedCreatePodSandBox", "SandboxChanged"}) {
    for (const SeenEvent* event : events_of(pod, reason)) {
      if (event->last && event->last->minimum < last.minimum) last = *event->last;
    }
  }
  return last;
}

/// Lets the attempt after the last reported one hang.
void hang_tries(const SeenPod& pod, Draft& draft) {
  const Age last = last_try(pod);
  const std::size_t index = draft.plan.calls.size();
  draft.plan.calls.push_back({.call = "RunPodSandbox", .takes = draft.plan.age + 1h});
  draft.open("tries come back until before the paste", format::in_seconds(last.middle()),
             format::in_seconds(last.minimum) - 20, format::in_seconds(last.maximum),
             [index](Plan& plan, double value) {
               plan.calls[index].from = std::max<sim::Duration>(plan.age - seconds(value), {});
             });
  draft.assume("the attempt after the failed ones hangs; the input does not show why");
}

/// Lets RunPodSandbox fail every time, or as often as the events report.
Draft refused(const SeenPod& pod, Draft draft, bool leaves_sandbox) {
  std::string error = refusal_of(pod);
  if (error.empty()) {
    error = "failed to setup network for sandbox";
    draft.assume("RunPodSandbox fails; the input does not show why");
    draft.is_guess = true;
  }
  CallPlan call{.call = "RunPodSandbox", .error = std::move(error), .leaves_sandbox = leaves_sandbox};
  const bool waits_on = has_ceased(pod) && is_creating(pod);
  const bool is_over = !waits_on && (times_of(pod, "Started") > 0 || has_ceased(pod));
  const std::uint64_t tries = std::max(times_of(pod, "FailedCreatePodSandBox"), times_of(pod, "SandboxChanged"));
  if (is_over) call.fails = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(tries, 1, 100'000));
  const std::size_t refusal = draft.plan.calls.size();
  draft.plan.calls.push_back(std::move(call));
  if (is_over) open_tries(draft.plan.calls.size() - 1, draft);
  if (waits_on) hang_tries(pod, draft);
  draft.explain(Cause::sandbox, leaves_sandbox
                                    ? "no sandbox can be created, and each attempt leaves one that is not ready"
                                    : "no sandbox can be created");
  open_latency(refusal, 240, draft);
  return draft;
}

/// Lets the first attempts hang until the kubelet gives them up after four minutes each. Later attempts are refused,
/// because the runtime still works on the first ones.
Draft given_up_first(const SeenPod& pod, const Draft& base) {
  std::uint64_t given_up = 0;
  for (const SeenEvent* event : events_of(pod, "FailedCreatePodSandBox")) {
    if (has_timed_out(event)) given_up += event->count;
  }
  constexpr std::uint64_t maximum = 100;
  Draft draft = refused(pod, base, false);
  draft.plan.calls[base.plan.calls.size()].from = 4min * static_cast<int>(std::min(given_up, maximum)) - 20s;
  draft.plan.calls.push_back({.call = "RunPodSandbox", .error = "context deadline exceeded", .takes = 250s});
  draft.explain(Cause::sandbox, "attempts to create a sandbox time out, and later ones are refused");
  return draft;
}

/// The first attempt leaves a sandbox that cannot be stopped, so there is no second one.
Draft stuck(const SeenPod& pod, const Draft& base) {
  Draft draft = refused(pod, base, true);
  draft.plan.calls.push_back({.call = "StopPodSandbox", .error = "failed to destroy network for sandbox"});
  draft.explain(Cause::sandbox, "no sandbox can be created, and the one that the first attempt left cannot be stopped");
  open_latency(draft.plan.calls.size() - 1, 240, draft);
  return draft;
}

/// The sandbox has died and cannot be stopped: the node was rebooted.
Draft unstoppable(const SeenPod& pod, Draft draft) {
  std::string error = "failed to destroy network for sandbox";
  for (const SeenError& seen : pod.errors) {
    if (seen.action == "StopPodSandbox" || seen.reason == "KillPodSandboxError") error = seen.message;
  }
  draft.plan.calls.push_back({.call = "StopPodSandbox", .error = std::move(error)});
  const sim::Duration before = std::min<sim::Duration>(draft.plan.age / 2, 30s);
  draft.plan.steps.push_back({before + 1s, {{"stopKubelet", {{"signal", "KILL"}}}}});
  draft.plan.steps.push_back({before, {{"killSandbox", {{"pod", name_of(pod)}}}}});
  draft.plan.steps.push_back({before - 1s, {{"startKubelet", Json::object()}}});
  draft.assume("the node was rebooted; the input does not show when");
  draft.explain(Cause::sandbox, "the sandbox has died, and the runtime cannot stop it");
  return draft;
}

struct Deaths {
  bool kills_containers = true;
  bool restarts_kubelet = false;
};

void add_death(const SeenPod& pod, sim::Duration before_paste, Deaths how, Draft& draft) {
  if (how.restarts_kubelet) {
    draft.plan.steps.push_back({before_paste + 2s, {{"stopKubelet", {{"signal", "KILL"}}}}});
  }
  Json kill{{"pod", name_of(pod)}};
  if (!how.kills_containers) kill["killsContainers"] = false;
  draft.plan.steps.push_back({before_paste + 1s, {{"killSandbox", std::move(kill)}}});
  if (how.restarts_kubelet) draft.plan.steps.push_back({before_paste, {{"startKubelet", Json::object()}}});
}

/// Kills the sandbox as often as the events show, evenly between the first and the last event.
Draft killed(const SeenPod& pod, Draft draft, Deaths how) {
  constexpr std::uint64_t max_deaths = 300;
  const bool restarts_kubelet = how.restarts_kubelet;
  for (const SeenEvent* event : events_of(pod, "SandboxChanged")) {
    const Age last = event->last_or({1s, 2s});
    const Age first = event->first.value_or(last);
    const std::uint64_t deaths = std::min(event->count, max_deaths);
    if (deaths < event->count)
      draft.assume(fmt::format("only the last {1} of {0} deaths of the sandbox", event->count, deaths));
    for (std::uint64_t index = 0; index < deaths; ++index) {
      const auto back = static_cast<sim::Duration::rep>(deaths - 1 - index);
      const auto gaps = static_cast<sim::Duration::rep>(std::max<std::uint64_t>(deaths - 1, 1));
      const sim::Duration gap = std::max<sim::Duration>((first.middle() - last.middle()) / gaps, 10s);
      add_death(pod, last.middle() + gap * back, how, draft);
      // One kubelet counts two sightings in one event.
      how.restarts_kubelet = false;
    }
    how.restarts_kubelet = restarts_kubelet;
  }
  std::ranges::stable_sort(draft.plan.steps, std::ranges::greater{}, &StepPlan::before_paste);
  draft.explain(Cause::sandbox, how.restarts_kubelet
                                    ? "the node's services restart repeatedly, which kills the sandbox each time"
                                    : "an external cause kills the sandbox");
  draft.is_guess = draft.is_guess || how.restarts_kubelet;
  const std::vector<StepPlan> steps = draft.plan.steps;
  draft.open("deaths earlier by", 0, 0, 30, [steps](Plan& plan, double value) {
    for (std::size_t index = 0; index < steps.size(); ++index) {
      plan.steps[index].before_paste = steps[index].before_paste + seconds(value);
    }
  });
  draft.plan.calls.push_back({.call = "RunPodSandbox", .takes = sim::Duration{}});
  const std::size_t call = draft.plan.calls.size() - 1;
  draft.open("a sandbox takes", 0, 0, 120,
             [call](Plan& plan, double value) { plan.calls[call].takes = seconds(value); });
  const sim::Duration oldest = draft.plan.steps.empty() ? 0s : draft.plan.steps.front().before_paste;
  if (oldest + 5s > draft.plan.age) {
    draft.plan.lead = 0s;
    std::erase_if(draft.parameters, [](const SearchParameter& parameter) { return parameter.name == "age"; });
    draft.plan.age = std::min<sim::Duration>(oldest + 60s, max_simulated_age);
    draft.assume("the pod is a minute older than its oldest event");
  }
  return draft;
}

/// The pod's containers have succeeded and its sandbox has ended: kubelets up to some release create another one.
Draft completed(Draft draft) {
  draft.plan.spec["restartPolicy"] = "OnFailure";
  for (ContainerPlan& container : draft.plan.containers) {
    if (container.is_init) continue;
    container.runs = {{.runs_for = 300ms, .exit_code = 0}};
    const std::string name = container.name;
    draft.open(name + " runs for", 0.3, 0.05, 60,
               [name](Plan& plan, double value) { plan.container(name).runs.front().runs_for = seconds(value); });
  }
  draft.assume("the containers succeed and the restartPolicy is OnFailure");
  draft.explain(Cause::sandbox, "the pod has completed, and the kubelet treats its ended sandbox as changed");
  return draft;
}

/// The sandbox ends after its containers, which may trigger the sync.
Draft completed_with_sandbox(const SeenPod& pod, const Draft& base) {
  Draft draft = completed(base);
  const Age last = pod.event("SandboxChanged")->last_or({1s, 2s});
  draft.plan.steps.push_back({last.middle() + 1s, {{"killSandbox", {{"pod", name_of(pod)}}}}});
  const std::size_t index = draft.plan.steps.size() - 1;
  draft.open("sandbox ends before the paste", format::in_seconds(last.middle()), format::in_seconds(last.minimum),
             format::in_seconds(last.maximum) + 5,
             [index](Plan& plan, double value) { plan.steps[index].before_paste = seconds(value); });
  draft.explanation += ", after the sandbox had ended";
  return draft;
}

}  // namespace

std::vector<Draft> explain_sandboxes(const SeenPod& pod, const Draft& draft) {
  std::vector<Draft> drafts;
  const std::uint64_t refusals = times_of(pod, "FailedCreatePodSandBox");
  const std::uint64_t changes = times_of(pod, "SandboxChanged");
  const bool starts = times_of(pod, "Started") + times_of(pod, "Created") + times_of(pod, "Pulled") > 0;
  const bool kills = times_of(pod, "Killing") > 0;
  const auto logged = [&pod](std::string_view action) {
    return std::ranges::any_of(pod.errors, [&](const SeenError& error) { return error.action == action; });
  };
  if (logged("StopPodSandbox") || logged("KillPodSandbox")) drafts.push_back(unstoppable(pod, draft));
  const bool is_refused = refusals > 0 || logged("CreatePodSandbox") || logged("RunPodSandbox");
  if (is_refused && changes == 0) {
    drafts.push_back(refused(pod, draft, false));
    drafts.push_back(refused(pod, draft, true));
    const std::vector<const SeenEvent*> tries = events_of(pod, "FailedCreatePodSandBox");
    const auto given_up = std::ranges::count_if(tries, has_timed_out);
    if (given_up > 0 && given_up < std::ranges::ssize(tries)) drafts.push_back(given_up_first(pod, draft));
  }
  if (changes > 0 && (is_refused || !(starts || kills))) {
    drafts.push_back(stuck(pod, draft));
    drafts.push_back(refused(pod, draft, true));
    // Changes alone do not show what fails.
    for (Draft& each : drafts) each.is_guess = each.is_guess || !is_refused;
  }
  if (changes > 0 && (starts || kills)) {
    drafts.push_back(killed(pod, draft, {.kills_containers = !kills}));
    if (kills) drafts.push_back(killed(pod, draft, {.kills_containers = true}));
    if (events_of(pod, "SandboxChanged").size() > 1) drafts.push_back(killed(pod, draft, {.restarts_kubelet = true}));
    if (!kills && changes < 3) {
      drafts.push_back(completed(draft));
      drafts.push_back(completed_with_sandbox(pod, draft));
    }
  }
  return drafts;
}

}  // namespace podreel::reproduce
