// What one kubelet can do: code asks for a capability by name, and never which release it is.
#pragma once

#include <vector>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::release {

/// The capabilities of one kubelet, a release with its feature gates: a field for each that engine/release/behaviour
/// names.
struct Behaviour {
  Release release;

#define CAPABILITY(name, ...) bool name = false;
#define ALSO(name, ...)
#include "engine/release/behaviour/capabilities.inc"
#undef ALSO
#undef CAPABILITY
};

/// The behaviour of `release` with `gates` set. Gates that a kubelet of that release does not have, or that it has
/// locked, have no effect; whether it would start with them is check_gates' business.
[[nodiscard]] Behaviour behaviour_of(Release release, const FeatureGates& gates = {});

/// Capabilities that a kubelet has although its release lacks them, or lacks although that has them.
using TurnedCapabilities = std::vector<bool Behaviour::*>;

/// The behaviour with those capabilities the other way round: what one row of the table does.
[[nodiscard]] Behaviour turned(Behaviour behaviour, const TurnedCapabilities& capabilities);

}  // namespace podreel::release
