#include "scenarios/simulation/scenario_policy.hpp"

#include "engine/decide/named_policies.hpp"

namespace podreel::simulation {

std::shared_ptr<const decide::Policy> scenario_policy(const language::KubeletSettings& settings) {
  const language::IdentityPolicy& named = settings.identity_policy;
  decide::PolicySettings policy;
  policy.kind = decide::parse_policy_kind(named.name).value_or(decide::PolicyKind::upstream);
  policy.older = named.release;
  policy.types = named.types;
  if (!named.ignore_fields.empty()) policy.ignored_fields = named.ignore_fields;
  return decide::make_policy(policy, settings.version);
}

}  // namespace podreel::simulation
