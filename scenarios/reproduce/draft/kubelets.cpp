// Explanations by a kubelet that restarts or stops.
#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

void append_to(Draft& draft, std::string_view what) {
  draft.explanation =
      draft.explanation.empty() ? std::string{what} : fmt::format("{}, and {}", draft.explanation, what);
}

/// Restarts the kubelet `likely` before the paste; the search keeps the time within the two bounds.
void restart_kubelet(sim::Duration likely, sim::Duration minimum, sim::Duration maximum, Draft& draft) {
  const std::size_t index = draft.plan.steps.size();
  draft.plan.steps.push_back({likely + 5s, {{"stopKubelet", Json::object()}}});
  draft.plan.steps.push_back({likely, {{"startKubelet", Json::object()}}});
  draft.open("the kubelet restarts before the paste", format::in_seconds(likely), format::in_seconds(minimum),
             format::in_seconds(maximum), [index](Plan& plan, double value) {
               plan.steps[index].before_paste = seconds(value) + 5s;
               plan.steps[index + 1].before_paste = seconds(value);
             });
  append_to(draft, "the kubelet has restarted");
  draft.doubt = 0.03;
}

/// Explains events that repeat but are younger than the pod: a restarted kubelet counts events from 1.
std::optional<Draft> counted_anew(const SeenPod& pod, Draft draft) {
  std::optional<Age> oldest;
  for (const SeenEvent& event : pod.events) {
    if (!is_of_kubelet(event) || !event.first) continue;
    if (event.count < 3) return std::nullopt;
    if (!oldest || event.first->minimum > oldest->minimum) oldest = event.first;
  }
  if (!oldest || draft.plan.age < oldest->maximum + oldest->maximum / 5 + 1min) return std::nullopt;
  restart_kubelet(oldest->middle(), oldest->minimum, oldest->maximum + 30s, draft);
  draft.assume("the restarted kubelet counts events from 1 again");
  return draft;
}

/// Explains more restarts than one kubelet's back-off allows: a restarted kubelet has lost the back-off.
std::optional<Draft> backed_off_anew(const SeenPod& pod, Draft draft) {
  std::uint32_t restarts = 0;
  for (const SeenRow& row : pod.rows) restarts = std::max(restarts, row.restarts.value_or(0));
  for (const SeenContainer& container : pod.containers) restarts = std::max(restarts, container.restarts.value_or(0));
  if (restarts < 3 || format::in_seconds(draft.plan.age) > back_offs_until(restarts)) return std::nullopt;
  restart_kubelet(draft.plan.age / 2, 10s, draft.plan.age, draft);
  draft.assume("the restarted kubelet has lost the back-off");
  return draft;
}

/// Explains repeated events that have stopped: the kubelet no longer works.
std::optional<Draft> silent(const SeenPod& pod, Draft draft) {
  constexpr sim::Duration max_pause = 6min;
  std::optional<Age> newest;
  bool is_unfinished = false;
  for (const SeenEvent& event : pod.events) {
    if (!is_of_kubelet(event) || !event.last) continue;
    if (!newest || event.last->minimum < newest->minimum) newest = event.last;
    is_unfinished = is_unfinished || event.type == "Warning";
  }
  if (!newest || !is_unfinished || newest->minimum < max_pause) return std::nullopt;
  const std::size_t index = draft.plan.steps.size();
  draft.plan.steps.push_back({newest->minimum, {{"stopKubelet", {{"signal", "KILL"}}}}});
  draft.open("the kubelet stops before the paste", format::in_seconds(newest->middle()) - 0.15, 0,
             format::in_seconds(newest->maximum),
             [index](Plan& plan, double value) { plan.steps[index].before_paste = seconds(value); });
  append_to(draft, "the kubelet has stopped working");
  draft.doubt = 0.05;
  draft.assume("the kubelet has stopped or hangs, because no newer events exist");
  return draft;
}

}  // namespace

std::vector<Draft> with_kubelets(const SeenPod& pod, const Draft& draft) {
  std::vector<Draft> drafts;
  for (const auto& way : {counted_anew, backed_off_anew, silent}) {
    if (auto other = way(pod, draft)) drafts.push_back(*std::move(other));
  }
  return drafts;
}

}  // namespace podreel::reproduce
