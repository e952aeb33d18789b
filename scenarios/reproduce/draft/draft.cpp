#include "scenarios/reproduce/draft/draft.hpp"

#include <algorithm>

#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

void Draft::open(std::string name, double value, double minimum, double maximum,
                 std::function<void(Plan&, double)> turn, bool is_whole) {
  parameters.push_back({std::move(name), std::clamp(value, minimum, std::max(minimum, maximum)), minimum,
                        std::max(minimum, maximum), std::move(turn), is_whole});
}

void Draft::explain(Cause cause, std::string sentence) {
  explanation = sentence;
  causes.push_back({cause, std::move(sentence)});
}

Plan planned(const Draft& draft, const std::vector<double>& values) {
  Plan plan = draft.plan;
  for (std::size_t index = 0; index < draft.parameters.size(); ++index)
    draft.parameters[index].turn(plan, values[index]);
  return plan;
}

sim::Duration seconds(double value) {
  return std::chrono::round<sim::Duration>(std::chrono::duration<double>{value});
}

std::vector<Draft> drafts_of(const SeenPod& seen, release::Release kubelet) {
  SeenPod pod = seen;
  const std::vector<SeenContainer> assumed = assumed_init_containers(pod);
  const auto first_regular = std::ranges::find(pod.containers, false, &SeenContainer::is_init);
  pod.containers.insert(first_regular, assumed.begin(), assumed.end());
  Draft draft = pod_draft(pod, kubelet);
  if (!assumed.empty()) draft.assume("the init container is named init; the input does not show its name");
  explain_pulls(pod, draft);
  explain_missing_config(pod, draft);
  explain_failed_starts(pod, draft);
  explain_hooks(pod, draft);
  explain_mounts(pod, draft);
  explain_volumes(pod, draft);
  explain_network(pod, draft);
  explain_runs(pod, draft);
  explain_probes(pod, draft);
  explain_readiness(pod, draft);
  explain_waiting(pod, draft);
  explain_deadline(pod, draft);
  explain_deletion(pod, draft);
  explain_failed_stops(pod, draft);
  explain_eviction(pod, draft);
  explain_rejection(pod, draft);
  explain_node_shutdown(pod, draft);
  explain_lost_node(pod, draft);
  std::vector<Draft> drafts = explain_held_pods(pod, draft);
  if (drafts.empty()) drafts = explain_sandboxes(pod, draft);
  if (drafts.empty()) drafts.push_back(std::move(draft));
  if (auto killed = killed_by_unseen_probe(pod, drafts.front())) drafts.push_back(*std::move(killed));
  for (Draft& other : with_kubelets(pod, drafts.front())) drafts.push_back(std::move(other));
  return drafts;
}

}  // namespace podreel::reproduce
