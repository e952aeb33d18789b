// The connection of one client of the HTTP server.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tools/net/memory_budget.hpp"
#include "tools/serve/message.hpp"

namespace podreel::serve {

namespace asio = boost::asio;
namespace http = boost::beast::http;

/// Returns the refusal (429) that is sent in place of an answer which does not fit into the budget.
[[nodiscard]] Response no_memory_for_answer();

/// Reads requests and sends responses. No input makes a member throw; memory of bodies and of answers that the client
/// has not read is charged to the budget.
class HttpPeer : public std::enable_shared_from_this<HttpPeer> {
 public:
  using Socket = asio::generic::stream_protocol::socket;
  using Message = http::request<http::string_body>;

  HttpPeer(Socket socket, net::MemoryBudget budget);

  /// Address of the client, without its port; empty for a socket in the file system.
  [[nodiscard]] const std::string& client() const noexcept { return client_; }

  /// A request; or the refusal of a malformed one; or neither, if the client has closed the connection.
  struct Received {
    std::optional<Message> message{};
    std::optional<Response> refusal{};
    net::MemoryBudget::Charge charge{};
  };
  [[nodiscard]] asio::awaitable<Received> receive();
  /// Returns whether the peer waits for a request, so that nothing is lost if it is disconnected.
  [[nodiscard]] bool is_idle() const noexcept { return is_idle_; }
  /// Ends all operations.
  void disconnect();

  /// Sends a response; returns whether the connection can be used again.
  [[nodiscard]] asio::awaitable<bool> send(Response response, bool keeps_alive);
  /// Begins a stream; returns whether it succeeded, as do the other two.
  [[nodiscard]] asio::awaitable<bool> begin_stream(const std::string& content_type);
  [[nodiscard]] asio::awaitable<bool> send_chunk(const std::string& text);
  [[nodiscard]] asio::awaitable<bool> end_stream();
  /// Keeps the connection open for a while, so that a client that is still sending gets the answer.
  [[nodiscard]] asio::awaitable<void> linger();

  /// Calls `on_close` once if the client closes the connection before forget_close(), while no request is received.
  void notice_close(std::function<void()> on_close);
  /// Ends notice_close().
  [[nodiscard]] asio::awaitable<void> forget_close();
  [[nodiscard]] bool has_closed() const noexcept { return has_closed_; }

 private:
  using Parser = http::request_parser<http::string_body>;
  using Stream = boost::beast::basic_stream<asio::generic::stream_protocol>;

  [[nodiscard]] asio::awaitable<void> wait_for_close(std::function<void()> on_close);
  /// Reads more bytes; returns whether there are any.
  [[nodiscard]] asio::awaitable<bool> read_some();
  /// Parses what was read. Returns an error code, and a message of an exception.
  [[nodiscard]] boost::system::error_code parse(Parser& parser);
  [[nodiscard]] std::optional<Response> charge_body(const Parser& parser, net::MemoryBudget::Charge& charge) const;

  std::string client_;
  Stream stream_;
  boost::beast::flat_buffer buffer_;
  net::MemoryBudget budget_;
  asio::steady_timer close_noticed_;
  /// Bytes of the fields of the request that is received.
  std::size_t header_bytes_ = 0;
  bool is_idle_ = false;
  bool is_noticing_ = false;
  bool has_closed_ = false;
};

}  // namespace podreel::serve
