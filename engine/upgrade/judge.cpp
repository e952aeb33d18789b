#include "engine/upgrade/judge.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/api/enum_names.hpp"
#include "engine/api/json_member.hpp"
#include "engine/decide/named_policies.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/upgrade/found_pod.hpp"
#include "engine/upgrade/pod_object.hpp"
#include "engine/upgrade/staged_pod.hpp"

namespace podreel::upgrade {

using api::string_member;
using nlohmann::json;

std::string_view to_string(Effect effect) noexcept {
  constexpr auto names = api::enum_names<Effect>("stays", "changed, left alone", "restarts", "unknown");
  return names[effect];
}

Judge::Judge(Path path) : path_(std::move(path)), policies_(path_.releases.size()) {
  for (const release::Release release : path_.releases) {
    hashers_.emplace_back(release);
    behaviours_.push_back(release::behaviour_of(release, path_.gates));
  }
}

std::vector<std::vector<ContainerFate>> Judge::judge(const manifests::ManifestPod& found, const std::string& file,
                                                     const StoredHashes& observed) {
  const StagedPod stages{found.pod, path_};
  ContainerFate fate;
  fate.namespace_name = manifests::namespace_of(found.pod);
  fate.pod = string_member(found.pod.at("metadata"), "name");
  fate.owner = owner_of(found);
  fate.node = node_of(found.pod);
  fate.file = file;
  fate.mark = found.mark;
  std::vector<ContainerFate> undecided;
  std::vector<Started> started;
  for (std::size_t place = 0; place < stages.size(); ++place) {
    Started& container = started.emplace_back(started_first(stages.container(0, place)));
    fate.kind = stages.kind(place);
    fate.container = string_member(*container.spec, "name");
    const auto stored = observed.find(fate.container.view());
    fate.is_observed = stored != observed.end();
    if (fate.is_observed) container.hash = stored->second;
    undecided.push_back(fate);
  }
  std::optional<FoundPod> pod;
  if (!is_over(found.pod)) pod.emplace(found.pod);
  if (pod && path_.policies) pod->show(found.pod);
  std::vector<std::vector<ContainerFate>> fates;
  for (std::size_t step = 1; step < path_.releases.size(); ++step) {
    std::vector<ContainerFate>& taken_over = fates.emplace_back(undecided);
    std::vector<bool> changed;
    for (std::size_t place = 0; place < stages.size(); ++place) {
      compare(step, stages.container(step, place), started[place], taken_over[place]);
      changed.push_back(taken_over[place].effect != Effect::stays);
    }
    if (!pod) continue;
    const bool knows_resources = !notes_resources(step) || is_noted_before(step);
    for (std::size_t place = 0; !knows_resources && place < stages.size(); ++place) {
      pod->ask_for(place, stages.container(step, place));
    }
    const decide::Policy* policy = path_.policies ? &policy_of(step) : nullptr;
    const std::vector<Deed> deeds = pod->take_over(behaviours_[step], changed, knows_resources, policy);
    for (std::size_t place = 0; place < stages.size(); ++place) {
      const Deed deed = deeds[place];
      if (deed == Deed::killed || deed == Deed::restarted) {
        taken_over[place].effect = Effect::restarts;
        if (!changed[place]) blame_resize_policy(step, taken_over[place]);
      }
      if (deed == Deed::started || deed == Deed::restarted)
        started[place] = {&stages.container(step, place), path_.releases[step], taken_over[place].after};
    }
  }
  return fates;
}

bool Judge::notes_resources(std::size_t step) const {
  return behaviours_[step].in_place_resize && behaviours_[step].resize_from_actuated_record;
}

bool Judge::is_noted_before(std::size_t step) const {
  for (std::size_t earlier = 0; earlier < step; ++earlier) {
    if (notes_resources(earlier)) return true;
  }
  return false;
}

void Judge::blame_resize_policy(std::size_t step, ContainerFate& fate) const {
  fate.cause = identity::CauseKind::resize_policy;
  fate.rule = fmt::format("{} does not know what containers were given, which {} has not noted",
                          minor_string(path_.releases[step]), minor_string(path_.releases[step - 1]));
  fate.detail = "this container's resizePolicy lets it be given that by a restart only";
}

std::vector<ContainerFate> Judge::judge_stored(const json& container) {
  std::vector<ContainerFate> fates;
  Started started = started_first(container);
  for (std::size_t step = 1; step < path_.releases.size(); ++step) {
    ContainerFate& fate = fates.emplace_back();
    fate.container = string_member(container, "name");
    compare(step, container, started, fate);
    if (fate.effect == Effect::stays) continue;
    fate.effect = Effect::restarts;
    started = {&container, path_.releases[step], fate.after};
  }
  return fates;
}

Judge::Started Judge::started_first(const json& spec) {
  return {&spec, path_.releases.front(), hash_of(0, spec)};
}

std::uint64_t Judge::hash_of(std::size_t step, const json& spec) {
  if (!path_.policies) return hashers_[step].hash(spec);
  api::Container container;
  container.stored = std::make_shared<const json>(spec);
  return policy_of(step).hash_container(container);
}

const decide::Policy& Judge::policy_of(std::size_t step) {
  // Started afresh now and then, so that what they remember stays small.
  constexpr int questions_each = 1000;
  if (questions_++ % questions_each == 0) policies_.assign(policies_.size(), nullptr);
  std::shared_ptr<const decide::Policy>& policy = policies_[step];
  if (!policy && path_.policies) policy = path_.policies(path_.releases[step], path_.gates);
  if (!policy) policy = decide::make_policy(path_.policy, path_.releases[step]);
  return *policy;
}

void Judge::compare(std::size_t step, const json& wanted, Started& started, ContainerFate& fate) {
  const release::Release to = path_.releases[step];
  fate.after = hash_of(step, wanted);
  fate.before = started.hash;
  if (path_.policy.kind == decide::PolicyKind::rewrite) started.hash = decide::rewritten_hash(*started.spec, to);
  if (!takes_for_another(step, wanted, started, fate.after)) return;
  fate.effect = Effect::left_alone;
  const bool are_upstreams =
      !path_.policies || (fate.after == hashers_[step].hash(wanted) &&
                          fate.before == identity::container_hash(*started.spec, started.kubelet));
  if (!are_upstreams) {
    fate.cause = identity::CauseKind::formula;
    fate.rule = "the policy hashes it in another way";
    return;
  }
  identity::Cause cause = identity::explain_change(*started.spec, started.kubelet, wanted, to);
  fate.cause = cause.kind;
  fate.rule = cause.rule;
  fate.detail = cause.detail;
}

bool Judge::takes_for_another(std::size_t step, const json& wanted, const Started& started, std::uint64_t hash) {
  if (started.hash == hash) return false;
  const bool asks_the_hash_alone =
      path_.policy.kind == decide::PolicyKind::upstream || path_.policy.kind == decide::PolicyKind::rewrite;
  if (asks_the_hash_alone || path_.policies) return true;
  api::Container container;
  container.stored = std::make_shared<const json>(wanted);
  runtime::ContainerStatus status;
  status.hash = started.hash;
  if (path_.policy.kind == decide::PolicyKind::serialized_spec) {
    status.stored_spec = std::make_shared<const json>(*started.spec);
  }
  return policy_of(step).compare(container, status).changed;
}

}  // namespace podreel::upgrade
