// An HTTP request to a pod, and its answer.
#pragma once

#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "tools/cri/record/pod_listener.hpp"

namespace podreel::cri {

/// `Stream` is a boost::beast::tcp_stream, or a wrapper of one that is ready for reading.
template <class Stream>
class PodExchange : public std::enable_shared_from_this<PodExchange<Stream>> {
 public:
  /// `ask` must outlive this object.
  PodExchange(Stream stream, std::string container, const PodListener::Ask& ask)
      : stream_{std::move(stream)}, container_{std::move(container)}, ask_{ask} {
    constexpr std::uint32_t max_header_length = 16384;
    request_.header_limit(max_header_length);
  }

  void begin() {
    // A client that connects and sends nothing.
    constexpr std::chrono::seconds patience{60};
    tcp().expires_after(patience);
    boost::beast::http::async_read(stream_, buffer_, request_,
                                   [self = this->shared_from_this()](auto error, std::size_t) {
                                     if (!error) self->ask();
                                   });
  }

  [[nodiscard]] Stream& stream() noexcept { return stream_; }

 private:
  [[nodiscard]] boost::beast::tcp_stream& tcp() { return boost::beast::get_lowest_layer(stream_); }

  void ask() {
    tcp().expires_never();
    // The client may have closed the connection.
    ask_(container_, runtime::Runtime::NetworkProbe::Kind::http,
         [weak = this->weak_from_this()](const PodListener::NetworkAnswer& answer) {
           const auto self = weak.lock();
           if (!self) return;
           boost::asio::post(self->stream_.get_executor(), [self, answer] { self->answer(answer); });
         });
    wait_for_close();
  }

  /// Keeps this object until the client closes the connection, or is answered.
  void wait_for_close() {
    tcp().socket().async_wait(boost::asio::ip::tcp::socket::wait_read, [self = this->shared_from_this()](auto) {});
  }

  void answer(const PodListener::NetworkAnswer& answer) {
    if (answer.refused) {
      boost::system::error_code ignored;
      tcp().socket().set_option(boost::asio::socket_base::linger{true, 0}, ignored);
      tcp().socket().close(ignored);
      return;
    }
    constexpr int ok = 200;
    response_.result(static_cast<unsigned>(answer.status == 0 ? ok : answer.status));
    response_.version(request_.get().version());
    response_.keep_alive(false);
    response_.body() = answer.output;
    response_.prepare_payload();
    boost::beast::http::async_write(stream_, response_, [self = this->shared_from_this()](auto, std::size_t) {
      boost::system::error_code ignored;
      self->tcp().socket().shutdown(boost::asio::ip::tcp::socket::shutdown_both, ignored);
    });
  }

  Stream stream_;
  std::string container_;
  const PodListener::Ask& ask_;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request_parser<boost::beast::http::string_body> request_;
  boost::beast::http::response<boost::beast::http::string_body> response_;
};

}  // namespace podreel::cri
