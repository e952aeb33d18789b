// The static pod of a manifest file (pkg/kubelet/config/common.go).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// Why a kubelet does not take a manifest.
struct RefusedManifest {
  std::string message;
};

/// The kubelet that reads a manifest.
struct ManifestReader {
  release::Release version;
  release::FeatureGates feature_gates;
  std::string node;
  /// Capabilities of the kubelet that are inverted.
  std::vector<release::Capability> overrides{};
};

/// Decodes the manifest in the file `path`, which the kubelet has first seen at `seen`: defaults, UID, name,
/// annotations, toleration.
[[nodiscard]] std::variant<api::PodPtr, RefusedManifest> read_static_pod(const nlohmann::json& manifest,
                                                                         const ManifestReader& reader,
                                                                         const std::string& path, sim::Time seen);

}  // namespace podreel::kubelet
