// Formats of packed files, by their first bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::api {

/// Returns what is wrong with a file that begins so, if that is a packed format other than gzip: "is a zip archive;
/// accepted: …".
[[nodiscard]] std::optional<std::string> unaccepted_format(std::string_view bytes);

}  // namespace podreel::api
