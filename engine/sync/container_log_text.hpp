// The log that a scripted container writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::sync {

/// The line at the start of a container.
[[nodiscard]] std::string first_log_line(std::string_view container, std::int64_t attempt);

/// The lines at its end: `message`, as the runtime reports it, and the exit code.
[[nodiscard]] std::vector<std::string> last_log_lines(std::string_view container, std::string_view message,
                                                      std::int64_t exit_code);

}  // namespace podreel::sync
