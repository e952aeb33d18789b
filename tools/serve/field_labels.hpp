// Which fields a selector may name.
#pragma once

#include <span>
#include <string_view>

namespace podreel::server {

/// Of objects of that resource: those that its API server has (pkg/apis/core/v1/conversion.go and its neighbours).
[[nodiscard]] std::span<const std::string_view> field_labels_of(std::string_view resource);

}  // namespace podreel::server
