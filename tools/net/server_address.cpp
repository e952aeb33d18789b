#include "tools/net/server_address.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/system/error_code.hpp>
#include <charconv>

namespace podreel::serve {

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

std::optional<ServerAddress> address_of(std::string_view url) {
  constexpr std::string_view scheme = "http://";
  if (!url.starts_with(scheme)) return std::nullopt;
  url.remove_prefix(scheme.size());
  if (url.ends_with('/')) url.remove_suffix(1);
  auto address = host_and_port(url);
  if (!address || address->port == 0) return std::nullopt;
  boost::system::error_code error;
  static_cast<void>(boost::asio::ip::make_address(address->host, error));
  if (error) return std::nullopt;
  return address;
}

}  // namespace podreel::serve
