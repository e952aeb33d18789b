// The fields of KubeletConfiguration: a row each.
#pragma once

#include <string_view>

#include "engine/kubelet/kubelet_configuration.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

[[nodiscard]] Shape<kubelet::KubeletConfiguration> kubelet_configuration_shape();

/// Whether a simulated kubelet obeys the field of that name.
[[nodiscard]] bool is_configuration_field(std::string_view name);

/// Judges the fields that are written at `place`: a field that kubelets of `release` do not know is warned of, since
/// they ignore it; values with which they do not start, and fields whose gate is off, are problems
/// (pkg/kubelet/apis/config/validation).
void report_configuration(const kubelet::KubeletConfiguration& config, release::Release release,
                          const release::FeatureGates& gates, const Place& place);

}  // namespace podreel::language
