// Explains how containers run and end.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/container_story.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

bool is_killed_by_probe(const SeenPod& pod, const std::string& container) {
  return std::ranges::any_of(events_of(pod, "Killing", container), [](const SeenEvent* event) {
    return event->message.find("probe") != std::string::npos || event->message.find("unhealthy") != std::string::npos;
  });
}

bool probes_fail(const SeenPod& pod, const std::string& container) {
  return std::ranges::any_of(events_of(pod, "Unhealthy", container), [](const SeenEvent* event) {
    return event->message.starts_with("Liveness") || event->message.starts_with("Startup");
  });
}

/// Returns a run that ends as the evidence shows: by the container's state, otherwise by the status in rows.
RunPlan likely_run(const SeenPod& pod, const ContainerPlan& container, const ContainerStory& story, Draft& draft) {
  RunPlan run;
  if (const auto ended = story.ended()) {
    run.exit_code = ended->exit_code;
    if (ended->reason != "Error" && ended->reason != "Completed") run.reason = ended->reason;
    run.message = ended->message;
  } else if (has_status(pod, container.is_init, {"Completed", "NotReady"})) {
    run.exit_code = 0;
  } else if (has_status(pod, container.is_init, {"OOMKilled"})) {
    run.exit_code = 137;
    run.reason = "OOMKilled";
  } else {
    run.exit_code = 1;
    draft.assume(fmt::format("{} exits with 1; the input does not show its exit code", container.name));
  }
  return run;
}

void open_run(const std::string& name, const ContainerStory& story, const Plan& plan, Draft& draft) {
  const auto turn = [name](Plan& changed, double value) {
    changed.container(name).runs.front().runs_for = seconds(value);
  };
  if (const auto ended = story.ended(); ended && ended->ran) {
    const double ran = format::in_seconds(*ended->ran);
    draft.open(name + " runs for", ran + 0.3, std::max(0.05, ran - 1), ran + 1, turn);
    return;
  }
  const double age = format::in_seconds(plan.age);
  const double left = age - back_offs_until(story.restarts());
  const double likely = std::max(0.2, left / (story.restarts() + 2.0));
  draft.assume(fmt::format("the duration of each run of {}, which the input does not show", name));
  draft.open(name + " runs for", story.restarts() == 0 ? 0.5 : likely, 0.05, std::max(age, 1.0), turn);
}

/// Sets the age that the restarts need, if the evidence does not show the pod's age.
void age_by_restarts(const SeenPod& pod, const ContainerStory& story, Draft& draft) {
  const bool has_age =
      std::ranges::any_of(draft.parameters, [](const SearchParameter& parameter) { return parameter.name == "age"; });
  if (has_age || story.restarts() == 0) return;
  const auto ended = story.ended();
  const double ran = ended && ended->ran ? format::in_seconds(*ended->ran) : 1;
  const double minimum =
      std::min(back_offs_until(story.restarts() - 1) + ran * story.restarts(), format::in_seconds(max_simulated_age));
  const double likely = minimum + (waits_for(pod, "", "CrashLoopBackOff") || !story.is_ongoing() ? ran + 5 : 30);
  draft.plan.age = seconds(likely);
  std::erase_if(draft.assumptions, [](const std::string& each) { return each.starts_with("the pod is a minute old"); });
  draft.assume("the pod is as old as its restarts require; the input does not show its age");
  draft.open("age", likely, minimum, minimum * 2 + 600, [](Plan& plan, double value) { plan.age = seconds(value); });
}

/// Whether the container stays ended: restartPolicy Always restarts it at once for the first time.
bool has_ended_for_good(const SeenPod& pod, const ContainerPlan& container, const ContainerStory& story) {
  const SeenContainer* const seen = pod.find(container.name);
  return seen != nullptr && seen->state == "Terminated" && story.restarts() == 0;
}

/// Whether the container was stopped with its pod.
bool ends_with_its_pod(const SeenPod& pod, const ContainerPlan& container, const ContainerStory& story) {
  return pod.is_deleted && has_ended_for_good(pod, container, story);
}

void set_restart_policy(const SeenPod& pod, const ContainerPlan& container, const ContainerStory& story, Draft& draft) {
  if (draft.plan.spec.contains("restartPolicy") || container.is_init) return;
  const bool is_over =
      pod.phase == "Succeeded" || pod.phase == "Failed" || has_ended_for_good(pod, container, story) ||
      (has_status(pod, false, {"Completed", "Error", "NotReady"}) && story.restarts() == 0 && draft.plan.age > 60s);
  if (!is_over || pod.reason == "DeadlineExceeded") return;
  draft.plan.spec["restartPolicy"] = story.restarts() > 0 ? "OnFailure" : "Never";
  draft.assume("a restartPolicy under which the pod does not restart; the input does not show it");
}

/// Returns another regular container of the pod that has not ended; empty without one.
std::string other_running(const SeenPod& pod, const ContainerPlan& container, const Plan& plan) {
  for (const ContainerPlan& other : plan.containers) {
    const SeenContainer* const seen = pod.find(other.name);
    const bool has_ended = seen != nullptr && seen->state == "Terminated";
    if (!other.is_init && other.name != container.name && !has_ended) return other.name;
  }
  return {};
}

/// Whether the exit code is that of a process that SIGKILL or SIGTERM ended.
bool is_signal(std::int32_t exit_code) {
  return exit_code == 137 || exit_code == 143;
}

void explain_run(const SeenPod& pod, const ContainerPlan& container, const ContainerStory& story, const RunPlan& run,
                 Draft& draft) {
  const std::string& name = container.name;
  const bool is_repeated = story.restarts() > 0 || waits_for(pod, name, "CrashLoopBackOff") ||
                           times_of(pod, "BackOff", name) > 0 || times_of(pod, "Started", name) > 1;
  if (run.reason == "OOMKilled") {
    draft.explain(Cause::out_of_memory, fmt::format("{} {} out of memory and is killed (OOMKilled)", name,
                                                    is_repeated ? "repeatedly runs" : "runs"));
  } else if (run.reason.empty() && is_signal(run.exit_code)) {
    draft.is_guess = true;
    draft.explain(Cause::crash,
                  fmt::format("{} {} killed ({}); the input does not show by what", name,
                              is_repeated && !story.is_ongoing() ? "is repeatedly" : "was", run.exit_code));
  } else if (story.is_ongoing()) {
    draft.explain(Cause::crash, name + " exits by itself, then keeps running");
  } else if (is_repeated) {
    draft.explain(Cause::crash, name + " repeatedly exits by itself");
  } else if (run.exit_code != 0) {
    draft.explain(Cause::crash, fmt::format("{} has exited with {} by itself", name, run.exit_code));
  } else {
    const std::string other = container.is_init ? std::string{} : other_running(pod, container, draft.plan);
    draft.explain(Cause::completed,
                  other.empty()
                      ? name + " has completed"
                      : fmt::format("{} has completed, and {} runs on, so the pod does not end", name, other));
  }
}

}  // namespace

void explain_runs(const SeenPod& pod, Draft& draft) {
  if (stops_with_its_node(pod) || eviction_of(pod)) return;
  for (std::size_t index = 0; index < draft.plan.containers.size(); ++index) {
    const ContainerPlan container = draft.plan.containers[index];
    const ContainerStory story{pod, container, draft.plan};
    const bool is_killed = is_killed_by_probe(pod, container.name) || probes_fail(pod, container.name);
    const bool has_failing_hook = times_of(pod, "FailedPostStartHook", container.name) > 0 ||
                                  waits_for(pod, container.name, "PostStartHookError");
    if (!story.crashes() || has_failing_hook || (is_killed && !story.ended())) continue;
    if (ends_with_its_pod(pod, container, story)) {
      draft.plan.containers[index].runs = {{.runs_for = std::nullopt, .term_exit_code = story.ended()->exit_code}};
      continue;
    }
    age_by_restarts(pod, story, draft);
    RunPlan run = likely_run(pod, container, story, draft);
    if (is_killed) {
      run.term_exit_code = run.exit_code == 137 ? 143 : run.exit_code;
      run.ignores_term = run.exit_code == 137;
      draft.plan.containers[index].runs = {run};
      continue;
    }
    run.runs_for = 1s;
    if (story.is_ongoing()) run.times = std::max<std::uint32_t>(story.restarts(), 1);
    draft.plan.containers[index].runs = {run};
    if (story.is_ongoing() && container.is_init) {
      draft.plan.containers[index].runs.push_back({.runs_for = 300ms});
    } else if (story.is_ongoing()) {
      draft.plan.containers[index].runs.emplace_back();
    }
    set_restart_policy(pod, container, story, draft);
    open_run(container.name, story, draft.plan, draft);
    explain_run(pod, container, story, run, draft);
  }
}

}  // namespace podreel::reproduce
