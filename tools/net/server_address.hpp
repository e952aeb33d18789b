// Where a server is on this machine or another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace podreel::server {

struct ServerAddress {
  std::string host;
  std::uint16_t port = 0;
};

/// Of "127.0.0.1:8080", "localhost:0" or "[::1]:80"; no value where there is no port up to 65535. The host may still be
/// none.
[[nodiscard]] std::optional<ServerAddress> host_and_port(std::string_view text);

/// Of "http://127.0.0.1:8080": an IP address; no value for anything else.
[[nodiscard]] std::optional<ServerAddress> address_of(std::string_view url);

}  // namespace podreel::server
