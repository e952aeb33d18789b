#include "engine/upgrade/judge.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/identity/policy.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/upgrade/staged_pod.hpp"

namespace podreel::upgrade {

using api::string_member;
using nlohmann::json;

std::string_view to_string(Effect effect) noexcept {
  switch (effect) {
    case Effect::stays:
      return "stays";
    case Effect::left_alone:
      return "changed, left alone";
    case Effect::restarts:
      return "restarts";
  }
  return "";
}

Judge::Judge(Path path) : path_(std::move(path)), policies_(path_.releases.size()) {
  for (const release::Release release : path_.releases) {
    hashers_.emplace_back(release);
    const release::Behaviour behaviour = release::behaviour_of(release, path_.gates);
    sidecars_restart_.push_back(behaviour.sidecars && behaviour.changed_sidecar_restarted);
  }
}

std::vector<std::vector<ContainerFate>> Judge::judge(const api::ManifestPod& found, const std::string& file,
                                                     const StoredHashes& observed) {
  const StagedPod stages{found.pod, path_};
  const bool is_live = !is_over(found.pod);
  ContainerFate fate;
  fate.namespace_name = namespace_of(found.pod);
  fate.pod = string_member(found.pod.at("metadata"), "name");
  fate.owner = owner_of(found);
  fate.file = file;
  fate.mark = found.mark;
  std::vector<std::vector<ContainerFate>> fates(path_.releases.size() - 1);
  for (const ContainerList& list : container_lists) {
    fate.kind = list.kind;
    for (std::size_t index = 0; index < stages.count(list.name); ++index) {
      Started started = started_first(stages.container(0, list.name, index));
      fate.container = string_member(*started.spec, "name");
      const auto stored = observed.find(fate.container.view());
      fate.is_observed = stored != observed.end();
      if (fate.is_observed) started.hash = stored->second;
      const bool is_running = is_live && runs(found.pod, list, fate.container);
      for (std::size_t step = 1; step < path_.releases.size(); ++step) {
        follow(step, stages.container(step, list.name, index), is_running, started, fates[step - 1].emplace_back(fate));
      }
    }
  }
  return fates;
}

std::vector<ContainerFate> Judge::judge_stored(const json& container) {
  std::vector<ContainerFate> fates;
  Started started = started_first(container);
  for (std::size_t step = 1; step < path_.releases.size(); ++step) {
    ContainerFate& fate = fates.emplace_back();
    fate.container = string_member(container, "name");
    follow(step, container, true, started, fate);
  }
  return fates;
}

Judge::Started Judge::started_first(const json& spec) const {
  return {&spec, path_.releases.front(), hash_before(spec)};
}

void Judge::follow(std::size_t step, const json& wanted, bool runs, Started& started, ContainerFate& fate) {
  const release::Release to = path_.releases[step];
  fate.after = hashers_[step].hash(wanted);
  fate.before = started.hash;
  if (path_.policy.kind == identity::PolicyKind::rewrite) started.hash = identity::rewritten_hash(*started.spec, to);
  if (!takes_for_another(step, wanted, started, fate.after)) return;
  identity::Cause cause = identity::explain_change(*started.spec, started.kubelet, wanted, to);
  fate.cause = cause.kind;
  fate.rule = cause.rule;
  fate.detail = cause.detail;
  fate.effect = runs && restarts_changed(step, fate.kind, wanted) ? Effect::restarts : Effect::left_alone;
  if (fate.effect == Effect::restarts) started = {&wanted, to, fate.after};
}

bool Judge::takes_for_another(std::size_t step, const json& wanted, const Started& started, std::uint64_t hash) {
  if (started.hash == hash) return false;
  const bool asks_the_hash_alone =
      path_.policy.kind == identity::PolicyKind::upstream || path_.policy.kind == identity::PolicyKind::rewrite;
  if (asks_the_hash_alone) return true;
  // Started afresh now and then, so that what they remember stays small.
  constexpr int questions_each = 1000;
  if (questions_++ % questions_each == 0) policies_.assign(policies_.size(), nullptr);
  if (!policies_[step]) policies_[step] = identity::make_policy(path_.policy, path_.releases[step]);
  api::Container container;
  container.stored = std::make_shared<const json>(wanted);
  runtime::ContainerStatus status;
  status.hash = started.hash;
  if (path_.policy.kind == identity::PolicyKind::serialized_spec) {
    status.stored_spec = std::make_shared<const json>(*started.spec);
  }
  return policies_[step]->compare(container, status).changed;
}

bool Judge::restarts_changed(std::size_t step, api::ContainerKind kind, const json& container) const {
  if (kind == api::ContainerKind::init) {
    return sidecars_restart_[step] && string_member(container, "restartPolicy") == "Always";
  }
  return kind == api::ContainerKind::regular;
}

}  // namespace podreel::upgrade
