// JSON in HTML pages.
#pragma once

#include <string>
#include <string_view>

namespace podreel::cli {

/// Escapes JSON text for a `<script>` element, so that no string can end the element.
[[nodiscard]] std::string script_safe(std::string_view json);

}  // namespace podreel::cli
