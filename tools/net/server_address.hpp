// Addresses of servers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace podreel::serve {

struct ServerAddress {
  std::string host;
  std::uint16_t port = 0;
};

/// Parses "127.0.0.1:8080", "localhost:0" or "[::1]:80"; no value without a port up to 65535. The host is not
/// validated.
[[nodiscard]] std::optional<ServerAddress> host_and_port(std::string_view text);

/// Parses a URL with an IP address, such as "http://127.0.0.1:8080"; no value for other URLs.
[[nodiscard]] std::optional<ServerAddress> address_of(std::string_view url);

}  // namespace podreel::serve
