#include "scenarios/batch/decide_cases.hpp"

#include <optional>
#include <utility>

#include "engine/decide/restart_all.hpp"
#include "engine/identity/container_hash.hpp"
#include "scenarios/batch/case_fields.hpp"

namespace podreel::batch {

DecideCase decide_case_from(const JsonField& line) {
  DecideCase situation = situation_from(line);
  check_case_fields(line);
  return situation;
}

DecideCase situation_from(const JsonField& line) {
  DecideCase situation;
  situation.pod = pod_from(line.at("pod"));
  situation.id = id_from(line, situation.pod);
  const std::optional<JsonField> status = line.find("status");
  if (!status) {
    DecideCase live = decide_case_of(situation.pod);
    live.id = situation.id;
    return live;
  }
  situation.observed = observed_status_from(*status);
  situation.liveness = probe_results_from(line.find("liveness"));
  situation.startup = probe_results_from(line.find("startup"));
  line.find_into("note", situation.note);
  return situation;
}

DecideCase decide_case_of(const api::Pod& pod) {
  DecideCase situation;
  situation.id = api::full_name(pod);
  situation.pod = pod;
  situation.observed = observed_status_of(pod);
  for (const auto* statuses : {&pod.status.container_statuses, &pod.status.init_container_statuses}) {
    for (const api::ContainerStatus& reported : *statuses) {
      // Before 1.16 nobody says it, and nothing waits for it.
      if (!reported.started.value_or(true)) continue;
      const runtime::ContainerStatus* container = situation.observed.status.find(reported.name);
      if (container == nullptr) continue;
      situation.startup.emplace(container->id, decide::ProbeResult::success);
      situation.liveness.emplace(container->id, decide::ProbeResult::success);
    }
  }
  return situation;
}

Decider decider_of(release::Behaviour behaviour) {
  const identity::ContainerHasher hasher{behaviour.release};
  return {std::move(behaviour), std::make_shared<const decide::HashPolicy>([hasher](const api::Container& container) {
            return hasher.hash(*container.stored);
          })};
}

Decided decide_case(const DecideCase& situation, const Decider& decider, decide::Reasons* reasons) {
  const runtime::PodStatus status = with_hashes(situation.observed, *situation.pod.spec, *decider.policy);
  const bool restart_all = decide::should_all_containers_restart(situation.pod, status, decider.behaviour);
  const decide::Observed observed{situation.pod,     status,     situation.liveness, situation.startup, *decider.policy,
                                  decider.behaviour, restart_all};
  if (!decider.behaviour.modern_pod_actions) return decide::compute_pod_container_changes(observed, reasons);
  decide::PodActions actions;
  if (std::optional<decide::Panic> panic = decider.policy->decide(actions, observed, reasons)) return *std::move(panic);
  return actions;
}

}  // namespace podreel::batch
