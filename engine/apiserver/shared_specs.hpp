// Specs of pods that the API servers of several nodes share.
#pragma once

#include <list>

#include "engine/apiserver/stored_specs.hpp"

namespace podreel::apiserver {

/// One store of specs for each release of API servers and its feature gates. For one thread.
class SharedSpecs {
 public:
  /// The reference stays valid.
  [[nodiscard]] StoredSpecs& of(release::Release release, const release::FeatureGates& gates) {
    for (StoredSpecs& known : stores_) {
      if (known.release() == release && known.gates() == gates) return known;
    }
    return stores_.emplace_back(release, gates);
  }

 private:
  std::list<StoredSpecs> stores_;
};

}  // namespace podreel::apiserver
