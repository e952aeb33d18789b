// Where the next page of a list begins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/serve/status_error.hpp"

namespace podreel::server {

struct ContinueToken {
  /// The version that all pages are of; no value: the present.
  std::optional<std::uint64_t> version{};
  /// The first key that it has.
  std::string start{};
};

/// Base64 of JSON, as API servers have it (apiserver, pkg/storage/continue.go).
[[nodiscard]] std::string continue_token(const ContinueToken& token);
/// Throws StatusError (400).
[[nodiscard]] ContinueToken read_continue_token(std::string_view text);

/// 410, with a token that goes on with the present.
[[nodiscard]] StatusError expired_continue(std::uint64_t present, const std::string& start);

}  // namespace podreel::server
