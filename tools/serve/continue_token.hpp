// Continue tokens of paginated lists.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/serve/status_error.hpp"

namespace podreel::serve {

struct ContinueToken {
  /// Version of all pages; no value: the current one.
  std::optional<std::uint64_t> version{};
  /// First key of the page.
  std::string start{};
};

/// Returns Base64 of JSON, in the format of API servers (apiserver, pkg/storage/continue.go).
[[nodiscard]] std::string continue_token(const ContinueToken& token);
/// Parses a token. Throws StatusError (400).
[[nodiscard]] ContinueToken read_continue_token(std::string_view text);

/// Returns error 410 with a token that continues with the current version.
[[nodiscard]] StatusError expired_continue(std::uint64_t present, const std::string& start);

}  // namespace podreel::serve
