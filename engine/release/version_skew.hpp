// The version skew that a cluster may have, and the releases on either side of one.
#pragma once

#include <vector>

#include "engine/release/release.hpp"

namespace podreel::release {

/// Returns how many minor releases `newer` is after `older`; negative if it is before.
[[nodiscard]] int minors_between(Release older, Release newer) noexcept;

/// Returns how many minor releases kubelets may be older than an API server of this release: three since 1.28, two
/// before (Kubernetes' version skew policy).
[[nodiscard]] int supported_skew(Release api_server) noexcept;

/// Returns the newest patches of the simulated minor releases after that of `release`, oldest first.
[[nodiscard]] std::vector<Release> simulated_after(Release release);
/// Returns those before it, newest first.
[[nodiscard]] std::vector<Release> simulated_before(Release release);

}  // namespace podreel::release
