// The forms of text that the API server checks.
#pragma once

#include <string_view>

#include "engine/api/schema.hpp"

namespace podreel::api {

[[nodiscard]] bool has_format(std::string_view text, Format format) noexcept;

/// What is accepted, for messages: "a DNS label: at most 63 lower-case letters, digits or '-' …".
[[nodiscard]] std::string_view description(Format format) noexcept;

}  // namespace podreel::api
