#include "tools/net/server_address.hpp"

#include <charconv>

namespace podreel::server {

std::optional<ServerAddress> host_and_port(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  ServerAddress address{.host = std::string{host == "localhost" ? "127.0.0.1" : host}};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + colon + 1, end, address.port);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return address;
}

}  // namespace podreel::server
