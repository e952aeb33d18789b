// Fields that selectors support.
#pragma once

#include <span>
#include <string_view>

#include "engine/release/behaviour.hpp"

namespace podreel::apiserver {

/// Returns the field labels that the newest API servers support for a resource (pkg/apis/core/v1/conversion.go and
/// related files).
[[nodiscard]] std::span<const std::string_view> field_labels_of(std::string_view resource);
/// Returns those that API servers with this behaviour support.
[[nodiscard]] std::span<const std::string_view> field_labels_of(std::string_view resource,
                                                                const release::Behaviour& behaviour);

}  // namespace podreel::apiserver
