// Kubelets as vendors name them.
#pragma once

#include <optional>
#include <string_view>

#include "engine/release/release.hpp"

namespace podreel::release {

/// The release that a kubelet calls itself by, as it is or as a vendor built it: v1.28.5, v1.28.5-gke.100,
/// v1.28.5+k3s1, v1.28.5-eks-5e0fdde. Nothing for one that is not simulated.
[[nodiscard]] std::optional<Release> release_of_build(std::string_view version);

/// It has more than upstream's releases have.
[[nodiscard]] bool is_vendors(std::string_view version) noexcept;

}  // namespace podreel::release
