#include "tools/cli/upgrade_judge.hpp"

#include <array>
#include <utility>

#include "engine/api/defaults.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

struct ListOfKind {
  const char* name;
  api::ContainerKind kind;
};

constexpr std::array lists{
    ListOfKind{"initContainers", api::ContainerKind::init},
    ListOfKind{"containers", api::ContainerKind::regular},
    ListOfKind{"ephemeralContainers", api::ContainerKind::ephemeral},
};

bool is_stored(const json& pod) {
  return pod.at("metadata").contains("uid");
}

bool is_finished(const json& pod) {
  const auto status = pod.find("status");
  if (status == pod.end() || !status->is_object()) return false;
  const std::string phase = status->value("phase", "");
  return phase == "Succeeded" || phase == "Failed";
}

}  // namespace

UpgradeJudge::UpgradeJudge(UpgradeStep step) : step_(std::move(step)), before_(step_.from), after_(step_.to) {
  const release::Behaviour behaviour = release::behaviour_of(step_.to);
  sidecars_restart_ = behaviour.sidecars && behaviour.changed_sidecar_restarted;
}

UpgradeJudge::Versions UpgradeJudge::stored_versions(const json& pod) const {
  Versions versions{pod, pod};
  const bool as_it_is = is_stored(pod) && !step_.api_server_before && !step_.api_server_after;
  if (as_it_is) return versions;
  const release::Release before = step_.api_server_before.value_or(step_.api_server_after.value_or(step_.to));
  const release::Release after = step_.api_server_after.value_or(before);
  api::apply_pod_defaults(versions.before, before);
  api::apply_pod_defaults(versions.after, after);
  return versions;
}

std::vector<ContainerFate> UpgradeJudge::judge(const api::ManifestPod& found, const std::string& file) {
  const Versions versions = stored_versions(found.pod);
  const json& metadata = found.pod.at("metadata");
  const bool finished = is_finished(found.pod);
  std::vector<ContainerFate> fates;
  for (const ListOfKind& list : lists) {
    const auto after = versions.after.at("spec").find(list.name);
    if (after == versions.after.at("spec").end() || !after->is_array()) continue;
    const auto before = versions.before.at("spec").find(list.name);
    for (std::size_t index = 0; index < after->size(); ++index) {
      const json& container = (*after)[index];
      ContainerFate fate;
      fate.namespace_name = metadata.value("namespace", "default");
      fate.pod = metadata.value("name", "");
      fate.owner = found.owner;
      fate.container = container.value("name", "");
      fate.kind = list.kind;
      fate.file = file;
      fate.line = found.mark.line;
      const bool was_there = before != versions.before.at("spec").end() && index < before->size();
      decide(was_there ? (*before)[index] : container, container, fate);
      fate.restarts = restarts(fate, container, finished);
      fates.push_back(std::move(fate));
    }
  }
  return fates;
}

ContainerFate UpgradeJudge::judge_stored(const json& container) {
  ContainerFate fate;
  fate.container = container.value("name", "");
  decide(container, container, fate);
  fate.restarts = fate.changed;
  return fate;
}

void UpgradeJudge::decide(const json& before, const json& after, ContainerFate& fate) {
  fate.before = before_.hash(before);
  fate.after = after_.hash(after);
  fate.changed = takes_for_another(before, after, fate);
  if (!fate.changed) return;
  identity::Cause cause = identity::explain_change(before, step_.from, after, step_.to);
  fate.cause = cause.kind;
  fate.rule = shared(std::move(cause.rule));
  fate.detail = std::move(cause.detail);
}

bool UpgradeJudge::takes_for_another(const json& before, const json& after, const ContainerFate& fate) {
  if (step_.policy.kind == identity::PolicyKind::upstream || fate.before == fate.after) {
    return fate.before != fate.after;
  }
  // Started afresh now and then, so that what it remembers stays small.
  constexpr int questions_each = 1000;
  if (questions_++ % questions_each == 0) policy_ = identity::make_policy(step_.policy, step_.to);
  api::Container wanted;
  wanted.stored = std::make_shared<const json>(after);
  runtime::ContainerStatus observed;
  observed.hash = fate.before;
  if (step_.policy.kind == identity::PolicyKind::rewrite) observed.hash = identity::rewritten_hash(before, step_.to);
  if (step_.policy.kind == identity::PolicyKind::serialized_spec) {
    observed.stored_spec = std::make_shared<const json>(before);
  }
  return policy_->compare(wanted, observed).changed;
}

bool UpgradeJudge::restarts(const ContainerFate& fate, const json& container, bool pod_is_finished) const {
  if (!fate.changed || pod_is_finished) return false;
  if (fate.kind == api::ContainerKind::init) {
    return sidecars_restart_ && container.value("restartPolicy", "") == "Always";
  }
  return fate.kind == api::ContainerKind::regular;
}

std::shared_ptr<const std::string> UpgradeJudge::shared(std::string rule) {
  if (const auto known = rules_.find(rule); known != rules_.end()) return known->second;
  auto text = std::make_shared<const std::string>(rule);
  rules_.emplace(std::move(rule), text);
  return text;
}

}  // namespace podreel::cli
