// Fields that selectors support.
#pragma once

#include <span>
#include <string_view>

namespace podreel::apiserver {

/// Returns the field labels that API servers support for a resource (pkg/apis/core/v1/conversion.go and related files).
[[nodiscard]] std::span<const std::string_view> field_labels_of(std::string_view resource);

}  // namespace podreel::apiserver
