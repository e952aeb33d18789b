// Capabilities of one kubelet: code names a capability, and never a release.
#pragma once

#include <bitset>
#include <vector>

#include "engine/release/capability.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::release {

/// The capabilities of one kubelet, a release with its feature gates. Their names are in the headers of
/// engine/release/behaviour, one for each area of the kubelet.
struct Behaviour {
  Release release;

  /// Whether the kubelet has the capability, which must not be none.
  [[nodiscard]] bool has(Capability capability) const noexcept { return capabilities_[capability.index()]; }
  void set(Capability capability, bool value = true) noexcept { capabilities_[capability.index()] = value; }

 private:
  std::bitset<std::size_t{capability_areas} * capabilities_per_area> capabilities_;
};

/// The behaviour of `release` with `gates` set. Gates that a kubelet of that release does not have, or that it has
/// locked, have no effect; whether it would start with them is check_gates' business.
[[nodiscard]] Behaviour behaviour_of(Release release, const FeatureGates& gates = {});

/// Returns the behaviour with each of these capabilities inverted: what one row of the table does.
[[nodiscard]] Behaviour with_overrides(Behaviour behaviour, const std::vector<Capability>& inverted);

}  // namespace podreel::release
