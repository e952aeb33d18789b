#include "scenarios/batch/decide_cases.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/decide/restart_all.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "scenarios/batch/case_fields.hpp"

namespace podreel::batch {

namespace {

using nlohmann::ordered_json;

ordered_json kills_to_json(const std::vector<decide::ContainerToKill>& kills) {
  std::vector<const decide::ContainerToKill*> sorted;
  for (const decide::ContainerToKill& kill : kills) sorted.push_back(&kill);
  std::sort(sorted.begin(), sorted.end(), [](const auto* left, const auto* right) { return left->id < right->id; });
  ordered_json result = ordered_json::array();
  for (const decide::ContainerToKill* kill : sorted) {
    result.push_back({{"id", kill->id}, {"name", kill->name}, {"message", kill->message}, {"reason", kill->reason}});
  }
  return result;
}

ordered_json resets_to_json(const std::vector<decide::ContainerToReset>& resets) {
  ordered_json result = ordered_json::array();
  for (const decide::ContainerToReset& reset : resets) {
    result.push_back({{"id", reset.id}, {"name", reset.name}, {"kill", reset.kill}});
  }
  return result;
}

ordered_json resizes_to_json(const std::vector<decide::ContainerToResize>& resizes) {
  ordered_json result = ordered_json::array();
  for (const decide::ContainerToResize& resize : resizes) {
    const bool init = resize.kind == api::ContainerKind::init;
    result.push_back({{"id", resize.id}, {init ? "initContainer" : "container", resize.container}});
  }
  return result;
}

ordered_json json_of(const decide::PodActions& actions) {
  ordered_json result{{"killPod", actions.kill_pod},
                      {"createSandbox", actions.create_sandbox},
                      {"sandboxID", actions.sandbox_id},
                      {"attempt", actions.attempt},
                      {"initContainersToStart", actions.init_containers_to_start},
                      {"containersToStart", actions.containers_to_start},
                      {"ephemeralContainersToStart", actions.ephemeral_containers_to_start},
                      {"containersToKill", kills_to_json(actions.containers_to_kill)}};
  if (!actions.containers_to_reset.empty()) result["containersToReset"] = resets_to_json(actions.containers_to_reset);
  if (!actions.containers_to_resize.empty()) {
    result["containersToResize"] = resizes_to_json(actions.containers_to_resize);
  }
  return result;
}

ordered_json json_of(const decide::PodContainerChanges& changes) {
  ordered_json start = ordered_json::object();
  for (const auto& [index, container] : changes.containers_to_start) start[std::to_string(index)] = container.message;
  ordered_json next = ordered_json::array();
  if (changes.next_init.next) next.push_back(*changes.next_init.next);
  return {{"createSandbox", changes.create_sandbox},
          {"sandboxID", changes.sandbox_id},
          {"attempt", changes.attempt},
          {"containersToStart", start},
          {"containersToKeep", changes.containers_to_keep},
          {"containersToKill", kills_to_json(changes.containers_to_kill)},
          {"initFailed", changes.init_failed},
          {"initContainersToKeep", changes.init_containers_to_keep},
          {"nextInit", next},
          {"nextInitFailedStatus", changes.next_init.failed_id},
          {"nextInitDone", changes.next_init.done}};
}

ordered_json json_of(const decide::Panic& panic) {
  return {{"panic", panic.message}};
}

}  // namespace

DecideCase decide_case_from(const jsonl::JsonField& line) {
  DecideCase situation = situation_from(line);
  check_case_fields(line);
  return situation;
}

DecideCase situation_from(const jsonl::JsonField& line) {
  DecideCase situation;
  situation.pod = pod_from(line.at("pod"));
  situation.id = id_from(line, situation.pod);
  const std::optional<jsonl::JsonField> status = line.find("status");
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
      // Before 1.16 the field does not exist, and nothing waits for it.
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

Decider decider_of(release::Behaviour behaviour, const decide::PolicySettings& policy) {
  // Upstream's own policy remembers every container that it has hashed, and cases are many.
  if (policy.kind == decide::PolicyKind::upstream) return decider_of(std::move(behaviour));
  const release::Release release = behaviour.release;
  return {std::move(behaviour), decide::make_policy(policy, release)};
}

Decided decide_case(const DecideCase& situation, const Decider& decider, decide::Reasons* reasons) {
  const runtime::PodStatus status = with_hashes(situation.observed, *situation.pod.spec, *decider.policy);
  const bool restart_all = decide::should_all_containers_restart(situation.pod, status, decider.behaviour);
  const decide::Observed observed{situation.pod,     status,     situation.liveness, situation.startup, *decider.policy,
                                  decider.behaviour, restart_all};
  if (!decider.behaviour.has(release::modern_pod_actions))
    return decide::compute_pod_container_changes(observed, reasons);
  decide::PodActions actions;
  if (std::optional<decide::Panic> panic = decider.policy->decide(actions, observed, reasons)) return *std::move(panic);
  return actions;
}

ordered_json to_json(const Decided& decided) {
  return std::visit([](const auto& answer) { return json_of(answer); }, decided);
}

}  // namespace podreel::batch
