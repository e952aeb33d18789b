// How containers run and end.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

std::uint32_t row_restarts(const SeenPod& pod) {
  std::uint32_t restarts = 0;
  for (const SeenRow& row : pod.rows) restarts = std::max(restarts, row.restarts.value_or(0));
  return restarts;
}

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

/// A container's story, as far as the evidence has it.
struct Story {
  bool crashes = false;
  bool goes_on_now = false;
  std::uint32_t restarts = 0;
  std::optional<Ended> ended;
};

bool is_one_whose_rows_tell(const SeenPod& pod, const ContainerPlan& container, const Plan& plan) {
  const bool init_rows =
      std::ranges::any_of(pod.rows, [](const SeenRow& row) { return row.status.starts_with("Init:"); });
  if (init_rows != container.is_init) return false;
  if (times_of(pod, "BackOff") > 0) return times_of(pod, "BackOff", container.name) > 0;
  const auto first = std::ranges::find(plan.containers, container.is_init, &ContainerPlan::is_init);
  return first != plan.containers.end() && first->name == container.name;
}

/// Rows show the next init container, or what comes behind the last.
bool init_is_done(const SeenPod& pod, const std::string& name, const Plan& plan) {
  const auto position = std::ranges::find(plan.containers, name, &ContainerPlan::name) - plan.containers.begin();
  return std::ranges::any_of(pod.rows, [position](const SeenRow& row) {
    const auto done = init_containers_done(row.status);
    return done ? std::cmp_greater(*done, position) : row.status == "PodInitializing" || row.status == "Running";
  });
}

Story story_of(const SeenPod& pod, const ContainerPlan& container, const Plan& plan) {
  Story story;
  const SeenContainer* const seen = pod.find(container.name);
  const bool rows_tell = is_one_whose_rows_tell(pod, container, plan);
  if (rows_tell) story.restarts = row_restarts(pod);
  if (seen != nullptr) {
    story.restarts = std::max(story.restarts, seen->restarts.value_or(0));
    story.ended = seen->last ? seen->last : seen->ended;
    story.goes_on_now = seen->state == "Running" || seen->ready == true;
  }
  const bool back_off = std::ranges::any_of(events_of(pod, "BackOff", container.name), [](const SeenEvent* event) {
    return event->message.starts_with("Back-off restarting");
  });
  const bool waits = waits_for(pod, container.name, "CrashLoopBackOff") ||
                     (rows_tell && has_status(pod, container.is_init, {"CrashLoopBackOff"}));
  const bool row_ended =
      rows_tell && has_status(pod, container.is_init, {"Error", "Completed", "OOMKilled", "ContainerCannotRun"});
  const std::uint64_t starts =
      std::max(times_of(pod, "Started", container.name), times_of(pod, "Created", container.name));
  const bool starts_again = starts > 1 && times_of(pod, "SandboxChanged") == 0;
  story.crashes = back_off || waits || row_ended || story.ended || story.restarts > 0 || starts_again;
  if (waits || back_off) story.goes_on_now = false;
  if (rows_tell && !pod.rows.empty() && !container.is_init) {
    const SeenRow& row = pod.rows.back();
    if (row.status == "Running" && (row.ready == row.containers || !back_off)) story.goes_on_now = true;
  }
  if (container.is_init && rows_tell && init_is_done(pod, container.name, plan)) story.goes_on_now = true;
  const bool has_ended_once = seen != nullptr && seen->last && seen->state.empty() && !seen->restarts;
  if (has_ended_once) {
    story.restarts = std::max<std::uint32_t>(story.restarts, 1);
    story.goes_on_now = !waits && !back_off;
  }
  return story;
}

/// How a run ends, where the evidence says nothing: by the word that rows have for it.
RunPlan likely_run(const SeenPod& pod, const ContainerPlan& container, const Story& story, Draft& draft) {
  RunPlan run;
  if (story.ended) {
    run.exit_code = story.ended->exit_code;
    if (story.ended->reason != "Error" && story.ended->reason != "Completed") run.reason = story.ended->reason;
    run.message = story.ended->message;
  } else if (has_status(pod, container.is_init, {"Completed"})) {
    run.exit_code = 0;
  } else if (has_status(pod, container.is_init, {"OOMKilled"})) {
    run.exit_code = 137;
    run.reason = "OOMKilled";
  } else {
    run.exit_code = 1;
    draft.assume(fmt::format("{} exits with 1; nothing says its exit code", container.name));
  }
  return run;
}

void open_run(const std::string& name, const Story& story, const Plan& plan, Draft& draft) {
  const auto turn = [name](Plan& changed, double value) {
    changed.container(name).runs.front().runs_for = seconds(value);
  };
  if (story.ended && story.ended->ran) {
    const double ran = in_seconds(*story.ended->ran);
    draft.open(name + " runs for", ran + 0.3, std::max(0.05, ran - 1), ran + 1, turn);
    return;
  }
  const double age = in_seconds(plan.age);
  const double left = age - back_offs_until(story.restarts);
  const double likely = std::max(0.2, left / (story.restarts + 2.0));
  draft.assume(fmt::format("how long {} runs; nothing says it", name));
  draft.open(name + " runs for", story.restarts == 0 ? 0.5 : likely, 0.05, std::max(age, 1.0), turn);
}

/// A pod of which nothing says the age is as old as its restarts need.
void age_by_restarts(const SeenPod& pod, const Story& story, Draft& draft) {
  const bool has_age = std::ranges::any_of(draft.knobs, [](const Knob& knob) { return knob.name == "age"; });
  if (has_age || story.restarts == 0) return;
  const double ran = story.ended && story.ended->ran ? in_seconds(*story.ended->ran) : 1;
  const double least = std::min(back_offs_until(story.restarts) + ran * story.restarts, in_seconds(longest_simulated));
  const double likely = least + (waits_for(pod, "", "CrashLoopBackOff") || !story.goes_on_now ? ran + 5 : 30);
  draft.plan.age = seconds(likely);
  draft.open("age", likely, least, least * 2 + 600, [](Plan& plan, double value) { plan.age = seconds(value); });
}

void set_restart_policy(const SeenPod& pod, const ContainerPlan& container, const Story& story, Draft& draft) {
  if (draft.plan.spec.contains("restartPolicy") || container.is_init) return;
  const bool is_over = pod.phase == "Succeeded" || pod.phase == "Failed" ||
                       (has_status(pod, false, {"Completed", "Error"}) && story.restarts == 0 && draft.plan.age > 60s);
  if (!is_over || pod.reason == "DeadlineExceeded") return;
  draft.plan.spec["restartPolicy"] = story.restarts > 0 ? "OnFailure" : "Never";
  draft.assume("the pod does not restart what has ended; nothing says its restartPolicy");
}

}  // namespace

void explain_runs(const SeenPod& pod, Draft& draft) {
  if (stops_with_its_node(pod)) return;
  for (std::size_t index = 0; index < draft.plan.containers.size(); ++index) {
    const ContainerPlan container = draft.plan.containers[index];
    const Story story = story_of(pod, container, draft.plan);
    const bool is_killed = is_killed_by_probe(pod, container.name) || probes_fail(pod, container.name);
    const bool has_failing_hook = times_of(pod, "FailedPostStartHook", container.name) > 0 ||
                                  waits_for(pod, container.name, "PostStartHookError");
    if (!story.crashes || has_failing_hook || (is_killed && !story.ended)) continue;
    age_by_restarts(pod, story, draft);
    RunPlan run = likely_run(pod, container, story, draft);
    if (is_killed) {
      run.term_exit_code = run.exit_code == 137 ? 143 : run.exit_code;
      run.ignores_term = run.exit_code == 137;
      draft.plan.containers[index].runs = {run};
      continue;
    }
    run.runs_for = 1s;
    if (story.goes_on_now) run.times = std::max<std::uint32_t>(story.restarts, 1);
    draft.plan.containers[index].runs = {run};
    if (story.goes_on_now && container.is_init) {
      draft.plan.containers[index].runs.push_back({.runs_for = 300ms});
    } else if (story.goes_on_now) {
      draft.plan.containers[index].runs.emplace_back();
    }
    set_restart_policy(pod, container, story, draft);
    open_run(container.name, story, draft.plan, draft);
    draft.explanation = fmt::format("{} ends by itself{}", container.name,
                                    story.goes_on_now ? ", and then goes on" : ", again and again");
  }
}

}  // namespace podreel::reproduce
