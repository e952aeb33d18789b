// The identity policy of a scenario, as the functions that a kubelet is given.
#pragma once

#include "engine/decide/pod_actions.hpp"
#include "engine/sync/sync_context.hpp"
#include "scenarios/language/kubelet_settings.hpp"

namespace podreel::simulation {

struct Identity {
  sync::HashContainer hash_container;
  sync::SpecToStore spec_to_store;
  decide::CompareIdentity compare;
};

[[nodiscard]] Identity identity_of(const language::KubeletSettings& settings);

}  // namespace podreel::simulation
