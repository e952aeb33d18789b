#include "tools/serve/http_peer.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <cstring>
#include <exception>
#include <string_view>
#include <utility>

#include "tools/serve/handler.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

constexpr auto token = asio::as_tuple(asio::use_awaitable);
constexpr std::uint32_t max_header_bytes = 64 * 1024;
constexpr std::size_t read_size = std::size_t{64} * 1024;
constexpr auto idle_limit = std::chrono::seconds{120};
constexpr auto receive_limit = std::chrono::seconds{30};
constexpr auto linger_limit = std::chrono::seconds{2};
constexpr auto write_limit = std::chrono::seconds{30};
/// Bodies and answers of this size are accepted when the budget is exhausted; the limit of connections bounds them.
constexpr std::size_t small_bytes = std::size_t{64} * 1024;

Response refusal_of(boost::system::error_code error) {
  if (error == http::error::body_limit) return too_large(max_body_bytes).response();
  return bad_request("the request is malformed: " + error.message()).response();
}

/// Returns the address of the client, without its port; empty for a socket in the file system.
std::string client_of(const HttpPeer::Socket& socket) {
  boost::system::error_code error;
  const auto remote = socket.remote_endpoint(error);
  if (error || remote.protocol().family() == AF_UNIX) return {};
  asio::ip::tcp::endpoint endpoint;
  std::memcpy(endpoint.data(), remote.data(), std::min(remote.size(), endpoint.capacity()));
  return endpoint.address().to_string();
}

std::size_t bytes_of_fields(const http::fields& fields) {
  constexpr std::size_t separators = std::string_view{": \r\n"}.size();
  std::size_t bytes = 0;
  for (const auto& field : fields) bytes += field.name_string().size() + field.value().size() + separators;
  return bytes;
}

}  // namespace

Response no_memory_for_answer() {
  return too_many_requests("the server has no memory left for the answer, because other clients do not read theirs", {})
      .response();
}

HttpPeer::HttpPeer(Socket socket, net::MemoryBudget budget)
    : client_{client_of(socket)},
      stream_{std::move(socket)},
      budget_{std::move(budget)},
      close_noticed_{stream_.get_executor()} {}

void HttpPeer::disconnect() {
  boost::system::error_code ignored;
  stream_.socket().shutdown(Socket::shutdown_both, ignored);
  stream_.cancel();
  is_idle_ = false;
}

asio::awaitable<bool> HttpPeer::read_some() {
  auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(read_size), token);
  buffer_.commit(size);
  co_return !error && size > 0;
}

/// Parses here, not in an operation of Beast: an exception of its parser would end the whole server there.
boost::system::error_code HttpPeer::parse(Parser& parser) {
  boost::system::error_code error;
  try {
    while (!parser.is_done() && buffer_.size() > 0) {
      const bool is_header = !parser.is_header_done();
      const std::size_t used = parser.put(buffer_.data(), error);
      buffer_.consume(used);
      // The parser limits what it reads at once, not all fields together.
      if (is_header) header_bytes_ = parser.is_header_done() ? bytes_of_fields(parser.get()) : header_bytes_ + used;
      if (header_bytes_ > max_header_bytes) return http::error::header_limit;
      if (error == http::error::need_more) return {};
      if (error) return error;
      if (used == 0) return {};
    }
  } catch (const std::exception&) {
    // The parser throws for fields that are too long.
    return http::error::header_limit;
  }
  return error;
}

std::optional<Response> HttpPeer::charge_body(const Parser& parser, net::MemoryBudget::Charge& charge) const {
  const std::size_t bytes = parser.is_header_done() ? parser.get().body().capacity() : 0;
  if (bytes <= small_bytes) {
    charge.resize(bytes);
  } else if (!charge.try_resize(bytes)) {
    return too_many_requests("the server has no memory left for the body of the request, try again later", {})
        .response();
  }
  return std::nullopt;
}

asio::awaitable<HttpPeer::Received> HttpPeer::receive() {
  Received received{.charge = budget_.charge(net::MemoryUse::bodies, 0)};
  Parser parser;
  parser.eager(true);
  parser.header_limit(max_header_bytes);
  parser.body_limit(max_body_bytes);
  is_idle_ = buffer_.size() == 0;
  header_bytes_ = 0;
  stream_.expires_after(is_idle_ ? idle_limit : receive_limit);
  for (;;) {
    if (const boost::system::error_code error = parse(parser)) {
      received.refusal = refusal_of(error);
      break;
    }
    received.refusal = charge_body(parser, received.charge);
    if (parser.is_done() || received.refusal) break;
    // A part of a request that needs more must not fill the buffer.
    if (buffer_.size() > max_header_bytes + read_size) {
      received.refusal = refusal_of(http::error::header_limit);
      break;
    }
    if (!co_await read_some()) co_return Received{};
    if (std::exchange(is_idle_, false)) stream_.expires_after(receive_limit);
  }
  is_idle_ = false;
  if (!received.refusal) received.message = parser.release();
  co_return received;
}

asio::awaitable<bool> HttpPeer::send(Response response, bool keeps_alive) {
  net::MemoryBudget::Charge charge = budget_.charge(net::MemoryUse::answers, 0);
  if (response.body.size() <= small_bytes) {
    charge.resize(response.body.size());
  } else if (!charge.try_resize(response.body.size())) {
    response = no_memory_for_answer();
  }
  http::response<http::string_body> message{static_cast<http::status>(response.status), 11};
  message.set(http::field::content_type, response.content_type);
  message.set(http::field::cache_control, "no-cache, private");
  message.set("X-Content-Type-Options", "nosniff");
  if (response.content_type.starts_with("text/html")) {
    message.set("X-Frame-Options", "DENY");
    message.set("Content-Security-Policy", "frame-ancestors 'none'");
  }
  if (response.status == static_cast<unsigned>(http::status::too_many_requests))
    message.set(http::field::retry_after, "1");
  if (!response.warning.empty()) message.set(http::field::warning, "299 - \"" + response.warning + "\"");
  message.keep_alive(keeps_alive);
  message.body() = std::move(response.body);
  message.prepare_payload();
  stream_.expires_after(write_limit);
  auto [error, size] = co_await http::async_write(stream_, message, token);
  co_return !error && keeps_alive;
}

asio::awaitable<bool> HttpPeer::begin_stream(const std::string& content_type) {
  http::response<http::empty_body> head{http::status::ok, 11};
  head.set(http::field::content_type, content_type);
  head.set(http::field::cache_control, "no-cache, private");
  head.set("X-Content-Type-Options", "nosniff");
  head.chunked(true);
  http::response_serializer<http::empty_body> serializer{head};
  stream_.expires_after(write_limit);
  auto [error, size] = co_await http::async_write_header(stream_, serializer, token);
  co_return !error;
}

asio::awaitable<bool> HttpPeer::send_chunk(const std::string& text) {
  stream_.expires_after(write_limit);
  auto [error, size] = co_await asio::async_write(stream_, http::make_chunk(asio::buffer(text)), token);
  co_return !error;
}

asio::awaitable<bool> HttpPeer::end_stream() {
  stream_.expires_after(write_limit);
  auto [error, size] = co_await asio::async_write(stream_, http::make_chunk_last(), token);
  co_return !error;
}

asio::awaitable<void> HttpPeer::linger() {
  boost::system::error_code error;
  stream_.socket().shutdown(Socket::shutdown_send, error);
  stream_.expires_after(linger_limit);
  std::array<char, read_size> unread{};
  for (std::size_t total = 0; !error && total < 2 * max_body_bytes;) {
    auto [failure, size] = co_await stream_.async_read_some(asio::buffer(unread), token);
    error = failure;
    total += size;
  }
}

void HttpPeer::notice_close(std::function<void()> on_close) {
  is_noticing_ = true;
  asio::co_spawn(stream_.get_executor(), wait_for_close(std::move(on_close)), asio::detached);
}

asio::awaitable<void> HttpPeer::wait_for_close(std::function<void()> on_close) {
  const std::shared_ptr<HttpPeer> self = shared_from_this();
  boost::system::error_code error;
  // Reads from the socket itself, because writes need the stream's timeout.
  while (!error && is_noticing_ && buffer_.size() <= read_size) {
    auto [failure, size] = co_await stream_.socket().async_read_some(buffer_.prepare(read_size / 4), token);
    buffer_.commit(size);
    error = failure;
  }
  // A client that sends more requests than it reads answers is disconnected, as one that has closed.
  has_closed_ = is_noticing_;
  if (std::exchange(is_noticing_, false)) {
    // Nobody reads what is still being sent.
    stream_.cancel();
    on_close();
  }
  close_noticed_.cancel();
}

asio::awaitable<void> HttpPeer::forget_close() {
  if (!std::exchange(is_noticing_, false)) co_return;
  boost::system::error_code ignored;
  stream_.socket().cancel(ignored);
  close_noticed_.expires_at(asio::steady_timer::time_point::max());
  co_await close_noticed_.async_wait(token);
}

}  // namespace podreel::serve
