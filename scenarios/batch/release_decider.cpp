#include "scenarios/batch/release_decider.hpp"

#include "engine/identity/container_hash.hpp"

namespace podreel::batch {

Decider decider_of(release::Release release, const release::FeatureGates& gates) {
  const identity::ContainerHasher hasher(release);
  return {release::behaviour_of(release, gates),
          [hasher](const api::Container& container) { return hasher.hash(*container.stored); },
          {}};
}

}  // namespace podreel::batch
