#include "scenarios/public/policy_adapter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/decide/explain.hpp"
#include "engine/decide/named_policies.hpp"
#include "scenarios/public/conversions.hpp"

namespace podreel::facade {

namespace {

podreel::PodActions to_public(const decide::PodActions& actions) {
  podreel::PodActions converted{.kill_pod = actions.kill_pod,
                                .create_sandbox = actions.create_sandbox,
                                .init_containers_to_start = actions.init_containers_to_start,
                                .containers_to_start = actions.containers_to_start,
                                .ephemeral_containers_to_start = actions.ephemeral_containers_to_start,
                                .containers_to_kill = {}};
  for (const decide::ContainerToKill& kill : actions.containers_to_kill) {
    converted.containers_to_kill.push_back({kill.id, kill.name, kill.message});
  }
  return converted;
}

std::vector<std::size_t> within(std::vector<std::size_t> indexes, const std::vector<api::Container>& list) {
  std::erase_if(indexes, [&list](std::size_t index) { return index >= list.size(); });
  return indexes;
}

/// Returns kills of existing instances, with upstream's reasons for those that upstream also kills.
std::vector<decide::ContainerToKill> kills_of(const podreel::PodActions& changed, const decide::PodActions& upstream,
                                              const runtime::PodStatus& status) {
  std::vector<decide::ContainerToKill> kills;
  for (const ContainerKill& kill : changed.containers_to_kill) {
    const auto instance = std::ranges::find(status.containers, kill.id, &runtime::ContainerStatus::id);
    if (instance == status.containers.end()) continue;
    const auto decided = std::ranges::find(upstream.containers_to_kill, kill.id, &decide::ContainerToKill::id);
    const bool is_upstreams = decided != upstream.containers_to_kill.end();
    kills.push_back({kill.id, instance->name, kill.message, is_upstreams ? decided->reason : std::string{}});
  }
  return kills;
}

void change(decide::PodActions& actions, const podreel::PodActions& changed, const decide::Observed& observed) {
  const api::PodSpec& spec = *observed.pod.spec;
  actions.kill_pod = changed.kill_pod;
  actions.create_sandbox = changed.create_sandbox;
  actions.init_containers_to_start = within(changed.init_containers_to_start, spec.init_containers);
  actions.containers_to_start = within(changed.containers_to_start, spec.containers);
  actions.ephemeral_containers_to_start = within(changed.ephemeral_containers_to_start, spec.ephemeral_containers);
  actions.containers_to_kill = kills_of(changed, actions, observed.status);
}

/// Removes the effects of upstream's reasons, which the policy has changed, and adds a reason for the change.
void explain_change(const decide::PodActions& upstream, const decide::PodActions& actions, const api::PodSpec& spec,
                    decide::Reasons& reasons) {
  for (decide::Reason& reason : reasons) reason.effect = {};
  decide::Reason& reason = reasons.emplace_back();
  reason.rule = "changed-by-policy";
  reason.says = "the policy of the kubelet changes what upstream decides";
  reason.found = fmt::format("upstream: {}; the policy: {}", in_short(upstream, spec), in_short(actions, spec));
}

}  // namespace

PolicyAdapter::PolicyAdapter(std::shared_ptr<const podreel::Policy> policy, release::Release release)
    : policy_{std::move(policy)}, upstream_{decide::make_policy({}, release)}, release_{release} {}

std::uint64_t PolicyAdapter::hash_container(const api::Container& container) const {
  return policy_->hash_container(*container.stored, upstream_->hash_container(container), facade::to_public(release_));
}

std::uint64_t PolicyAdapter::hash_without_resources(const api::Container& container) const {
  const bool is_upstreams = hash_container(container) == upstream_->hash_container(container);
  return is_upstreams ? upstream_->hash_without_resources(container) : 0;
}

std::optional<decide::Panic> PolicyAdapter::decide(decide::PodActions& actions, const decide::Observed& observed,
                                                   decide::Reasons* reasons) const {
  auto panic = decide::Policy::decide(actions, observed, reasons);
  if (panic) return panic;
  podreel::PodActions changed = to_public(actions);
  const ObservedPod::Source source{observed};
  policy_->compute_actions(changed, ObservedPod{source});
  const decide::PodActions upstream = actions;
  change(actions, changed, observed);
  if (reasons != nullptr && actions != upstream) explain_change(upstream, actions, *observed.pod.spec, *reasons);
  return std::nullopt;
}

std::function<std::shared_ptr<const decide::Policy>(const decide::CustomPolicyRequest&)> adapted(
    std::function<std::shared_ptr<const podreel::Policy>(const KubeletInfo&)> make) {
  return [make = std::move(make)](const decide::CustomPolicyRequest& request) -> std::shared_ptr<const decide::Policy> {
    std::shared_ptr<const podreel::Policy> made = make({facade::to_public(request.release), request.scenario_policy});
    if (!made) return nullptr;
    return std::make_shared<PolicyAdapter>(std::move(made), request.release);
  };
}

decide::PolicyFactory policy_factory(std::shared_ptr<const podreel::Policy> policy) {
  if (!policy) return {};
  return [policy = std::move(policy)](release::Release release, const release::FeatureGates& /*gates*/) {
    return std::make_shared<PolicyAdapter>(policy, release);
  };
}

}  // namespace podreel::facade
