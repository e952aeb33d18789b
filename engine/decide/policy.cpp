#include "engine/decide/policy.hpp"

namespace podreel::decide {

std::shared_ptr<const nlohmann::json> Policy::spec_to_store(const api::Container& /*container*/) const {
  return nullptr;
}

std::uint64_t Policy::hash_without_resources(const api::Container& /*container*/) const {
  return 0;
}

IdentityVerdict Policy::compare(const api::Container& wanted, const runtime::ContainerStatus& observed) const {
  const std::uint64_t hash = hash_container(wanted);
  return {hash != observed.hash, hash, observed.hash};
}

std::optional<Panic> Policy::decide(PodActions& actions, const Observed& observed, Reasons* reasons) const {
  return compute_pod_actions_into(actions, observed, reasons);
}

}  // namespace podreel::decide
