#include "tools/server/http_server.hpp"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <csignal>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "tools/server/handler.hpp"
#include "tools/server/status_error.hpp"
#include "tools/server/watch_stream.hpp"

namespace podreel::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Parser = http::request_parser<http::string_body>;

constexpr auto token = asio::as_tuple(asio::use_awaitable);
constexpr int most_connections = 512;
constexpr std::uint32_t most_header_bytes = 64 * 1024;
constexpr auto tick = std::chrono::milliseconds{20};
constexpr auto idle_limit = std::chrono::seconds{120};
constexpr auto linger_limit = std::chrono::seconds{2};
constexpr auto write_limit = std::chrono::seconds{30};

WallTime wall_now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

Request request_of(const http::request<http::string_body>& message) {
  return {.method = std::string{message.method_string()},
          .target = std::string{message.target()},
          .accept = std::string{message[http::field::accept]},
          .content_type = std::string{message[http::field::content_type]},
          .body = message.body()};
}

void rethrow(const std::exception_ptr& failure) {
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

class HttpServer::Running {
 public:
  Running(Session& session, const ListenAddress& address, bool is_remote, Guest* guest)
      : session_{session},
        guest_{guest},
        is_remote_{is_remote},
        acceptor_{io_, tcp::endpoint{asio::ip::make_address(address.host), address.port}},
        news_{io_, asio::steady_timer::time_point::max()},
        signals_{io_, SIGINT, SIGTERM},
        children_{io_, SIGCHLD} {}

  [[nodiscard]] tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }

  int run(const std::string& command) {
    session_.pace.go_on(session_.pace.speed(), session_.simulation.elapsed(), wall_now());
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) io_.stop();
    });
    asio::co_spawn(io_, accept(), rethrow);
    asio::co_spawn(io_, keep_pace(), rethrow);
    if (!command.empty()) start(command);
    io_.run();
    if (child_ > 0) ::kill(child_, SIGTERM);
    return status_;
  }

 private:
  asio::awaitable<void> accept() {
    for (;;) {
      auto [error, socket] = co_await acceptor_.async_accept(token);
      if (error || connections_ >= most_connections) continue;
      asio::co_spawn(io_, serve(std::move(socket)), rethrow);
    }
  }

  asio::awaitable<void> keep_pace() {
    asio::steady_timer timer{io_};
    for (auto told = wall_now();;) {
      timer.expires_after(tick);
      co_await timer.async_wait(token);
      session_.catch_up(wall_now());
      if (!has_news() && wall_now() - told < std::chrono::seconds{1}) continue;
      told = wall_now();
      tell_watchers();
    }
  }

  [[nodiscard]] bool has_news() const { return session_.simulation.objects().version() != told_version_; }

  void tell_watchers() {
    told_version_ = session_.simulation.objects().version();
    news_.cancel();
  }

  asio::awaitable<void> serve(tcp::socket socket) {
    ++connections_;
    beast::tcp_stream stream{std::move(socket)};
    beast::flat_buffer buffer;
    for (bool goes_on = true; goes_on;) {
      Parser parser;
      parser.header_limit(most_header_bytes);
      parser.body_limit(most_body_bytes);
      stream.expires_after(idle_limit);
      auto [error, size] = co_await http::async_read(stream, buffer, parser, token);
      if (error) {
        co_await refuse(stream, error);
        break;
      }
      const http::request<http::string_body> message = parser.release();
      const Response response = co_await respond(message);
      goes_on = response.watch ? co_await follow(stream, *response.watch)
                               : co_await send(stream, response, message.keep_alive());
    }
    co_await linger(stream);
    --connections_;
  }

  /// Who is still sending when it is refused would lose the answer with the connection.
  static asio::awaitable<void> linger(beast::tcp_stream& stream) {
    boost::system::error_code error;
    stream.socket().shutdown(tcp::socket::shutdown_send, error);
    stream.expires_after(linger_limit);
    std::array<char, 64 * 1024> unread{};
    for (std::size_t total = 0; !error && total < 2 * most_body_bytes;) {
      auto [failure, size] = co_await stream.async_read_some(asio::buffer(unread), token);
      error = failure;
      total += size;
    }
  }

  asio::awaitable<Response> respond(const http::request<http::string_body>& message) {
    if (!is_addressed(message[http::field::host], message[http::field::origin], is_remote_)) {
      co_return StatusError{403, "Forbidden", "Host or Origin of the request is not this server"}.response();
    }
    const Request request = request_of(message);
    if (guest_ != nullptr && guest_->serves(request)) co_return co_await ask_guest(request);
    session_.catch_up(wall_now());
    Response response = answer(session_, request);
    if (has_news()) tell_watchers();
    co_return response;
  }

  /// The simulation goes on meanwhile.
  asio::awaitable<Response> ask_guest(const Request& request) {
    const auto ask = [](Guest& guest, const Request& asked) -> asio::awaitable<Response> {
      co_return guest.answer(asked);
    };
    co_return co_await asio::co_spawn(guest_thread_, ask(*guest_, request), asio::use_awaitable);
  }

  /// What is no request of HTTP, or too large; who has just gone is told nothing.
  asio::awaitable<void> refuse(beast::tcp_stream& stream, boost::system::error_code error) {
    if (error == http::error::end_of_stream || error == http::error::partial_message) co_return;
    if (error == http::error::body_limit) {
      co_await send(stream, too_large(most_body_bytes).response(), false);
    } else if (error.category() == make_error_code(http::error::bad_method).category()) {
      co_await send(stream, bad_request("the request is malformed: " + error.message()).response(), false);
    }
  }

  asio::awaitable<bool> send(beast::tcp_stream& stream, const Response& response, bool keeps_alive) {
    http::response<http::string_body> message{static_cast<http::status>(response.status), 11};
    message.set(http::field::content_type, response.content_type);
    message.set(http::field::cache_control, "no-cache, private");
    message.set("X-Content-Type-Options", "nosniff");
    if (!response.warning.empty()) message.set(http::field::warning, "299 - \"" + response.warning + "\"");
    message.keep_alive(keeps_alive);
    message.body() = response.body;
    message.prepare_payload();
    stream.expires_after(write_limit);
    auto [error, size] = co_await http::async_write(stream, message, token);
    co_return !error && keeps_alive;
  }

  /// Whether the connection can be used again.
  asio::awaitable<bool> follow(beast::tcp_stream& stream, const Watch& watch) {
    http::response<http::empty_body> head{http::status::ok, 11};
    head.set(http::field::content_type, "application/json");
    head.chunked(true);
    http::response_serializer<http::empty_body> serializer{head};
    stream.expires_after(write_limit);
    auto [error, size] = co_await http::async_write_header(stream, serializer, token);
    if (error) co_return false;
    const WallTime end = wall_now() + std::chrono::seconds{watch.timeout_seconds};
    WatchStream told{session_.simulation, watch};
    while (!told.has_ended()) {
      std::string text = told.news();
      if (!told.has_ended() && wall_now() >= end) text += told.farewell();
      if (!text.empty() && !co_await send_chunk(stream, text)) co_return false;
      if (!told.has_ended() && !has_news()) co_await news_.async_wait(token);
    }
    auto [last_error, last_size] = co_await asio::async_write(stream, http::make_chunk_last(), token);
    co_return !last_error;
  }

  static asio::awaitable<bool> send_chunk(beast::tcp_stream& stream, const std::string& text) {
    stream.expires_after(write_limit);
    auto [error, size] = co_await asio::async_write(stream, http::make_chunk(asio::buffer(text)), token);
    co_return !error;
  }

  void start(const std::string& command) {
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    char* arguments[]{shell.data(), option.data(), text.data(), nullptr};
    wait_for_child();
    const int error = ::posix_spawn(&child_, "/bin/sh", nullptr, nullptr, arguments, environ);
    if (error != 0) throw std::system_error{error, std::generic_category(), "/bin/sh"};
  }

  void wait_for_child() {
    children_.async_wait([this](const boost::system::error_code& error, int) {
      if (error) return;
      int status = 0;
      if (::waitpid(child_, &status, WNOHANG) != child_) return wait_for_child();
      constexpr int signalled = 128;
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
      child_ = 0;
      io_.stop();
    });
  }

  Session& session_;
  Guest* guest_;
  bool is_remote_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  /// Cancelled whenever there is something to tell.
  asio::steady_timer news_;
  asio::signal_set signals_;
  asio::signal_set children_;
  int connections_ = 0;
  std::uint64_t told_version_ = 0;
  ::pid_t child_ = 0;
  int status_ = 0;
  /// Joined before anything that it uses is gone.
  asio::thread_pool guest_thread_{1};
};

HttpServer::HttpServer(Session& session, const ListenAddress& address, bool is_remote, Guest* guest)
    : running_{std::make_unique<Running>(session, address, is_remote, guest)} {}

HttpServer::~HttpServer() = default;

std::string HttpServer::url() const {
  const tcp::endpoint endpoint = running_->endpoint();
  const std::string host = endpoint.address().to_string();
  const std::string port = std::to_string(endpoint.port());
  return endpoint.address().is_v6() ? "http://[" + host + "]:" + port : "http://" + host + ":" + port;
}

int HttpServer::run(const std::string& command) {
  return running_->run(command);
}

}  // namespace podreel::server
