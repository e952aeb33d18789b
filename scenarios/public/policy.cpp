#include "podreel/policy.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engine/decide/custom_policies.hpp"
#include "scenarios/public/conversions.hpp"
#include "scenarios/public/policy_adapter.hpp"

namespace podreel {

namespace {

ContainerState to_public(runtime::ContainerState state) {
  switch (state) {
    case runtime::ContainerState::created:
      return ContainerState::created;
    case runtime::ContainerState::running:
      return ContainerState::running;
    case runtime::ContainerState::exited:
      return ContainerState::exited;
    case runtime::ContainerState::unknown:
      break;
  }
  return ContainerState::unknown;
}

}  // namespace

Release ObservedPod::kubelet() const noexcept {
  return facade::to_public(source_.observed.behaviour.release);
}

std::string ObservedPod::name() const {
  return api::full_name(source_.observed.pod);
}

std::optional<std::string> ObservedPod::label(std::string_view key) const {
  const auto& labels = source_.observed.pod.metadata.labels;
  const auto found = labels.find(std::string{key});
  return found == labels.end() ? std::nullopt : std::optional{found->second};
}

const nlohmann::json& ObservedPod::spec() const {
  static const nlohmann::json none = nlohmann::json::object();
  const std::shared_ptr<const nlohmann::json>& stored = source_.observed.pod.spec->stored;
  return stored ? *stored : none;
}

std::vector<ContainerInstance> ObservedPod::containers() const {
  std::vector<ContainerInstance> instances;
  for (const runtime::ContainerStatus& status : source_.observed.status.containers) {
    instances.push_back(
        {status.id, status.name, to_public(status.state), status.exit_code, status.restart_count, status.hash});
  }
  return instances;
}

Policy::~Policy() = default;

std::uint64_t Policy::hash_container(const nlohmann::json& /*container*/, std::uint64_t upstream,
                                     Release /*kubelet*/) const {
  return upstream;
}

void Policy::compute_actions(PodActions& /*actions*/, const ObservedPod& /*pod*/) const {}

void add_policy(NamedPolicy policy) {
  if (!policy.make) throw std::invalid_argument{"policy \"" + policy.name + "\": it has no function that makes it"};
  decide::add_custom_policy(
      {std::move(policy.name), std::move(policy.summary), facade::adapted(std::move(policy.make))});
}

}  // namespace podreel
