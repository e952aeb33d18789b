// The specs of pods as an API server stores them.
#pragma once

#include <string>
#include <utility>

#include "engine/api/json_map.hpp"
#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::apiserver {

/// Fills in the defaults of an API server's release and decodes the result, once for all specs that say the same:
/// pods of one template share their spec, and two specs differ where the pointers do.
class StoredSpecs {
 public:
  StoredSpecs(release::Release release, release::FeatureGates gates)
      : release_{release}, gates_{std::move(gates)}, behaviour_{release::behaviour_of(release_, gates_)} {}

  /// The spec of a new pod that is bound to `node`, which is always the same.
  [[nodiscard]] api::SpecPtr of_manifest(const api::Manifest& manifest, const std::string& node);

  /// The spec of a new pod as it is written: without a node, or with another one.
  [[nodiscard]] api::SpecPtr of_unbound(const nlohmann::json& manifest);

  /// A valid spec that takes the place of `before`, which it is again if it says the same. `before` may be another
  /// server's: by now it is this one's, too.
  [[nodiscard]] api::SpecPtr of(nlohmann::json spec, const api::SpecPtr& before);

  /// Returns the spec as JSON.
  [[nodiscard]] nlohmann::json defaulted(nlohmann::json spec) const;

  /// From now on another release fills in the defaults.
  void upgrade(release::Release release);

  [[nodiscard]] release::Release release() const noexcept { return release_; }
  [[nodiscard]] const release::FeatureGates& gates() const noexcept { return gates_; }
  [[nodiscard]] const release::Behaviour& behaviour() const noexcept { return behaviour_; }

 private:
  [[nodiscard]] api::SpecPtr decoded(nlohmann::json spec);

  release::Release release_;
  release::FeatureGates gates_;
  release::Behaviour behaviour_;
  /// By the spec as its manifest has it.
  api::JsonMap<api::SpecPtr> of_manifests_;
  /// By the spec as it is stored.
  api::JsonMap<api::SpecPtr> stored_;
};

}  // namespace podreel::apiserver
