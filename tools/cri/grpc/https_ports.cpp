#include "tools/cri/grpc/https_ports.hpp"

#include <boost/asio/ssl/stream.hpp>
#include <chrono>
#include <memory>
#include <utility>

#include "tools/cri/grpc/self_signed_certificate.hpp"
#include "tools/cri/record/pod_exchange.hpp"

namespace podreel::cri {

PodListener::Serve serve_https() {
  namespace ssl = boost::asio::ssl;
  using Stream = ssl::stream<boost::beast::tcp_stream>;
  const auto context = std::make_shared<ssl::context>(make_self_signed_certificate());
  return [context](boost::asio::ip::tcp::socket socket, const std::string& container, const PodListener::Ask& ask) {
    constexpr std::chrono::seconds patience{60};
    boost::beast::tcp_stream tcp{std::move(socket)};
    tcp.expires_after(patience);
    const auto exchange = std::make_shared<PodExchange<Stream>>(Stream{std::move(tcp), *context}, container, ask);
    exchange->stream().async_handshake(ssl::stream_base::server, [context, exchange](auto error) {
      if (!error) exchange->begin();
    });
  };
}

}  // namespace podreel::cri
