// Fields of KubeletConfiguration, one row each.
#pragma once

#include <string_view>

#include "engine/kubelet/kubelet_configuration.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

[[nodiscard]] Shape<kubelet::KubeletConfiguration> kubelet_configuration_shape();

/// Whether a simulated kubelet obeys the field with that name.
[[nodiscard]] bool is_configuration_field(std::string_view name);

/// Checks the fields at `place`: warns of fields that kubelets of `release` do not know, because they ignore them;
/// reports values with which they do not start, and fields whose gate is off (pkg/kubelet/apis/config/validation).
void report_configuration(const kubelet::KubeletConfiguration& config, release::Release release,
                          const release::FeatureGates& gates, const Place& place);

}  // namespace podreel::format
