#include "scenarios/batch/release_decider.hpp"

#include "engine/identity/container_hash.hpp"

namespace podreel::batch {

Decider decider_of(release::Behaviour behaviour) {
  const identity::ContainerHasher hasher{behaviour.release};
  return {std::move(behaviour), std::make_shared<const decide::HashPolicy>([hasher](const api::Container& container) {
            return hasher.hash(*container.stored);
          })};
}

}  // namespace podreel::batch
