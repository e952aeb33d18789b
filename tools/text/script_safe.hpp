// JSON in pages.
#pragma once

#include <string>
#include <string_view>

namespace podreel::cli {

/// JSON text that can stand in a `<script>`: whatever strings hold, they cannot end it.
[[nodiscard]] std::string script_safe(std::string_view json);

}  // namespace podreel::cli
