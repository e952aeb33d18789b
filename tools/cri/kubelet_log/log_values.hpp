// Values in klog's structured messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::cri {

/// Returns the value of a key: a quoted string, a text of several lines (key=<), or a word. No value if the key is
/// missing or its value is incomplete. Keys inside of values are not found.
[[nodiscard]] std::optional<std::string> log_value(std::string_view message, std::string_view key);

/// Returns a value as klog prints it: quoted, or indented lines between "<" and " >".
[[nodiscard]] std::string log_value_of(std::string_view text);

}  // namespace podreel::cri
