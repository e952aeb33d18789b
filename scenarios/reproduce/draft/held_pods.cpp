// Explains deleted pods that still exist although their containers have ended.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

bool is_held_phase(const SeenRow& row) {
  return row.ready == 0U && (row.status == "Error" || row.status == "Completed" || row.status == "Terminating");
}

/// Whether all regular containers have ended, by their states or by the last row.
bool have_all_ended(const SeenPod& pod) {
  const auto is_regular = [](const SeenContainer& each) { return !each.is_init; };
  const auto has_state = [&](const SeenContainer& each) { return is_regular(each) && !each.state.empty(); };
  if (std::ranges::any_of(pod.containers, has_state)) {
    return std::ranges::all_of(pod.containers,
                               [](const SeenContainer& each) { return each.is_init || each.state == "Terminated"; });
  }
  return !pod.rows.empty() && is_held_phase(pod.rows.back());
}

/// Whether the pod was stopped long before the paste, by a deletion and not by a probe.
bool was_stopped_long_ago(const SeenPod& pod) {
  if (pod.is_deleted && !pod.finalizers.empty()) return true;
  if (pod.overdue && pod.overdue->minimum > 60s) return true;
  const bool is_terminating = has_status(pod, false, {"Terminating"});
  return std::ranges::any_of(pod.events, [&](const SeenEvent& event) {
    const bool is_stop = event.reason == "Killing" && event.message.starts_with("Stopping container");
    return is_stop && event.last && event.last->minimum > (is_terminating ? 120s : 60s);
  });
}

/// Name of the volume of `UnmountVolume.TearDown failed for volume "data"`; empty if no line reports one.
std::string stuck_volume(const SeenPod& pod) {
  constexpr std::string_view words = "UnmountVolume.TearDown failed for volume";
  for (const SeenLine& line : pod.lines) {
    const std::size_t at = line.text.find(words);
    if (at != std::string::npos) return volume_of(std::string_view{line.text}.substr(at));
  }
  return times_of(pod, "FailedUnmount") > 0 ? "data" : "";
}

/// Ends the containers soon after SIGTERM: with 0 if the row says Completed.
void stop_containers(const SeenPod& pod, Draft& draft) {
  for (ContainerPlan& container : draft.plan.containers) {
    if (container.is_init) continue;
    const SeenContainer* const seen = pod.find(container.name);
    const bool has_end = seen != nullptr && seen->ended;
    const std::int32_t code = has_end ? seen->ended->exit_code : has_status(pod, false, {"Completed"}) ? 0 : 143;
    container.runs = {RunPlan{.runs_for = std::nullopt, .term_exit_code = code}};
  }
  std::erase_if(draft.parameters, [](const SearchParameter& each) { return each.name.ends_with(" runs for"); });
  std::erase_if(draft.assumptions, [](const std::string& each) {
    return each.find("exits with") != std::string::npos || each.find("restartPolicy") != std::string::npos ||
           each.find("duration of each run") != std::string::npos || each.find("ignore SIGTERM") != std::string::npos;
  });
  if (!pod.spec.is_object()) draft.plan.spec.erase("restartPolicy");
  draft.plan.spec["terminationGracePeriodSeconds"] = std::max<std::int64_t>(grace_of(pod), 30);
}

Draft held_by_finalizer(const SeenPod& pod, Draft draft) {
  draft.plan.finalizers = pod.finalizers;
  const std::string name = fmt::format("{}", fmt::join(pod.finalizers, " and "));
  if (pod.finalizers.empty()) {
    draft.plan.finalizers = {"example.com/keep"};
    draft.is_guess = true;
    draft.assume("a finalizer of the pod, which the input does not show");
    draft.explain(Cause::finalizer, "the pod is deleted, its containers have ended, and a finalizer keeps it");
  } else {
    draft.explain(Cause::finalizer, pod.finalizers.size() == 1
                                        ? fmt::format("the pod is deleted, and the finalizer {} keeps it", name)
                                        : fmt::format("the pod is deleted, and the finalizers {} keep it", name));
  }
  return draft;
}

Draft held_by_volume(std::string volume, Draft draft) {
  const bool is_shown = !volume.empty();
  if (!is_shown) volume = "data";
  draft.plan.spec["volumes"].push_back({{"name", volume}, {"persistentVolumeClaim", {{"claimName", volume}}}});
  draft.plan.containers.back().spec["volumeMounts"].push_back({{"name", volume}, {"mountPath", "/" + volume}});
  draft.plan.volumes.push_back({.operation = "TearDown", .volume = volume, .error = "device or resource busy"});
  draft.is_guess = !is_shown;
  if (!is_shown) draft.assume("a volume that cannot be unmounted, which the input does not show");
  draft.explain(Cause::unmount,
                is_shown ? fmt::format("the pod is deleted, and its volume {} cannot be unmounted", volume)
                         : "the pod is deleted, its containers have ended, and a volume cannot be unmounted");
  return draft;
}

}  // namespace

std::vector<Draft> explain_held_pods(const SeenPod& pod, const Draft& draft) {
  const std::string volume = stuck_volume(pod);
  const bool is_held = have_all_ended(pod) && was_stopped_long_ago(pod);
  if (!is_held && volume.empty()) return {};
  Draft base = draft;
  base.causes.clear();
  stop_containers(pod, base);
  const bool is_deleted =
      std::ranges::any_of(base.plan.steps, [](const StepPlan& step) { return step.action.contains("deletePod"); });
  if (!is_deleted) return {};
  std::vector<Draft> drafts;
  if (volume.empty()) drafts.push_back(held_by_finalizer(pod, base));
  if (pod.finalizers.empty()) drafts.push_back(held_by_volume(volume, base));
  return drafts;
}

}  // namespace podreel::reproduce
