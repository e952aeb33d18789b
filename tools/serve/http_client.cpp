#include "tools/serve/http_client.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <mutex>
#include <sys/socket.h>

namespace podreel::serve {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

constexpr std::uint64_t max_answer = 256 * 1024 * 1024;

http::request<http::string_body> message_of(const Request& request, const ServerAddress& address) {
  http::request<http::string_body> message{http::string_to_verb(request.method), request.target, 11};
  message.set(http::field::host, address.host + ":" + std::to_string(address.port));
  message.set(http::field::accept, request.accept.empty() ? "application/json" : request.accept);
  if (!request.content_type.empty()) message.set(http::field::content_type, request.content_type);
  message.body() = request.body;
  message.prepare_payload();
  return message;
}

}  // namespace

class HttpClient::Link {
 public:
  explicit Link(ServerAddress address) : address_{std::move(address)} {}

  Response send(const Request& request) {
    // If the server has closed the connection meanwhile, connect again, once.
    const bool is_old = socket_.is_open();
    try {
      return exchange(request);
    } catch (const boost::system::system_error&) {
      drop();
      if (!is_old) throw;
    }
    return exchange(request);
  }

  std::optional<Response> follow(const Request& request, const std::function<void(std::string)>& on_chunk) {
    drop();
    http::response_parser<http::buffer_body> parser;
    parser.body_limit(boost::none);
    write(request);
    http::read_header(socket_, buffer_, parser);
    const bool is_stream = parser.get().result() == http::status::ok && parser.chunked();
    std::string text;
    std::array<char, 64 * 1024> piece{};
    while (!parser.is_done()) {
      parser.get().body().data = piece.data();
      parser.get().body().size = piece.size();
      boost::system::error_code error;
      http::read_some(socket_, buffer_, parser, error);
      if (error && error != http::error::need_buffer) throw boost::system::system_error{error};
      text.append(piece.data(), piece.size() - parser.get().body().size);
      for (std::size_t end = text.find('\n'); is_stream && end != std::string::npos; end = text.find('\n')) {
        on_chunk(text.substr(0, end));
        text.erase(0, end + 1);
      }
    }
    drop();
    if (is_stream) return std::nullopt;
    return Response{.status = parser.get().result_int(), .body = std::move(text)};
  }

  void close() {
    const std::lock_guard lock{mutex_};
    is_closed_ = true;
    if (socket_.is_open()) ::shutdown(socket_.native_handle(), SHUT_RDWR);
  }

 private:
  void connect() {
    tcp::socket socket{io_};
    socket.connect({asio::ip::make_address(address_.host), address_.port});
    socket.set_option(tcp::no_delay{true});
    buffer_.clear();
    const std::lock_guard lock{mutex_};
    if (is_closed_) throw boost::system::system_error{asio::error::operation_aborted};
    socket_ = std::move(socket);
  }
  void drop() {
    const std::lock_guard lock{mutex_};
    boost::system::error_code ignored;
    socket_.close(ignored);
  }
  void write(const Request& request) {
    if (!socket_.is_open()) connect();
    http::write(socket_, message_of(request, address_));
  }
  Response exchange(const Request& request) {
    write(request);
    http::response_parser<http::string_body> parser;
    parser.body_limit(max_answer);
    http::read(socket_, buffer_, parser);
    const http::response<http::string_body> message = parser.release();
    if (!message.keep_alive()) drop();
    return {.status = message.result_int(),
            .content_type = std::string{message[http::field::content_type]},
            .body = message.body()};
  }

  ServerAddress address_;
  asio::io_context io_{1};
  /// Protects creation and closing of the socket.
  std::mutex mutex_;
  bool is_closed_ = false;
  tcp::socket socket_{io_};
  boost::beast::flat_buffer buffer_;
};

HttpClient::HttpClient(ServerAddress address) : link_{std::make_unique<Link>(std::move(address))} {}
HttpClient::~HttpClient() = default;

Response HttpClient::send(const Request& request) {
  return link_->send(request);
}

std::optional<Response> HttpClient::follow(const Request& request, const std::function<void(std::string)>& on_chunk) {
  return link_->follow(request, on_chunk);
}

void HttpClient::close() {
  link_->close();
}

}  // namespace podreel::serve
