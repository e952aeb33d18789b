#include "scenarios/reproduce/draft/draft.hpp"

#include <algorithm>
#include <optional>

#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

void Draft::open(std::string name, double value, double least, double most, std::function<void(Plan&, double)> turn,
                 bool is_whole) {
  knobs.push_back({std::move(name), std::clamp(value, least, std::max(least, most)), least, std::max(least, most),
                   std::move(turn), is_whole});
}

Plan planned(const Draft& draft, const std::vector<double>& values) {
  Plan plan = draft.plan;
  for (std::size_t index = 0; index < draft.knobs.size(); ++index) draft.knobs[index].turn(plan, values[index]);
  return plan;
}

sim::Duration seconds(double value) {
  return std::chrono::round<sim::Duration>(std::chrono::duration<double>{value});
}

double in_seconds(sim::Duration duration) {
  return std::chrono::duration<double>{duration}.count();
}

namespace {

/// Events that have come again and again, but not since the pod is there, were counted anew by another kubelet.
std::optional<Draft> with_kubelet_restart(const SeenPod& pod, Draft draft) {
  using namespace std::chrono_literals;
  std::optional<Age> oldest;
  for (const SeenEvent& event : pod.events) {
    if (!is_of_kubelet(event) || !event.first) continue;
    if (event.count < 3) return std::nullopt;
    if (!oldest || event.first->least > oldest->least) oldest = event.first;
  }
  if (!oldest || draft.plan.age < oldest->most + oldest->most / 5 + 1min) return std::nullopt;
  const std::size_t index = draft.plan.steps.size();
  draft.plan.steps.push_back({oldest->middle() + 5s, {{"stopKubelet", nlohmann::ordered_json::object()}}});
  draft.plan.steps.push_back({oldest->middle(), {{"startKubelet", nlohmann::ordered_json::object()}}});
  draft.open("the kubelet restarts before the paste", in_seconds(oldest->middle()), in_seconds(oldest->least),
             in_seconds(oldest->most) + 30, [index](Plan& plan, double value) {
               plan.steps[index].before_paste = seconds(value) + 5s;
               plan.steps[index + 1].before_paste = seconds(value);
             });
  draft.explanation += draft.explanation.empty() ? "the kubelet has restarted" : ", and the kubelet has restarted";
  draft.assume("another kubelet counts events anew");
  return draft;
}

}  // namespace

std::vector<Draft> drafts_of(const SeenPod& pod, release::Release kubelet) {
  Draft draft = pod_draft(pod, kubelet);
  explain_pulls(pod, draft);
  explain_missing_config(pod, draft);
  explain_failed_starts(pod, draft);
  explain_hooks(pod, draft);
  explain_mounts(pod, draft);
  explain_network(pod, draft);
  explain_runs(pod, draft);
  explain_probes(pod, draft);
  explain_deadline(pod, draft);
  explain_deletion(pod, draft);
  std::vector<Draft> drafts = explain_sandboxes(pod, draft);
  if (drafts.empty()) drafts.push_back(std::move(draft));
  if (auto restarted = with_kubelet_restart(pod, drafts.front())) drafts.push_back(*std::move(restarted));
  for (Draft& each : drafts) {
    if (each.explanation.empty()) each.explanation = "the pod runs, and nothing fails";
  }
  return drafts;
}

}  // namespace podreel::reproduce
