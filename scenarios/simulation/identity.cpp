#include "scenarios/simulation/identity.hpp"

#include <memory>

#include "engine/identity/policy.hpp"

namespace podreel::simulation {

namespace {

identity::PolicySettings policy_of(const language::IdentityPolicy& policy) {
  identity::PolicySettings settings;
  settings.kind = identity::parse_policy_kind(policy.name).value_or(identity::PolicyKind::upstream);
  settings.older = policy.release;
  settings.types = policy.types;
  if (!policy.ignore_fields.empty()) settings.ignored_fields = policy.ignore_fields;
  return settings;
}

}  // namespace

Identity identity_of(const language::KubeletSettings& settings) {
  const std::shared_ptr<const identity::Policy> policy =
      identity::make_policy(policy_of(settings.identity_policy), settings.version);
  return {[policy](const api::Container& container) { return policy->hash_to_store(container); },
          [policy](const api::Container& container) { return policy->spec_to_store(container); },
          [policy](const api::Container& wanted, const runtime::ContainerStatus& observed) {
            return policy->compare(wanted, observed);
          }};
}

}  // namespace podreel::simulation
