#include "tools/serve/http_server.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "tools/serve/handler.hpp"
#include "tools/serve/status_error.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::serve {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Socket = asio::generic::stream_protocol::socket;
using Connection = beast::basic_stream<asio::generic::stream_protocol>;
using Parser = http::request_parser<http::string_body>;

constexpr auto token = asio::as_tuple(asio::use_awaitable);
constexpr int max_connections = 512;
constexpr std::uint32_t max_header_bytes = 64 * 1024;
// Maximum delay with which an idle watch ends.
constexpr auto idle_tick = std::chrono::milliseconds{200};
constexpr auto idle_limit = std::chrono::seconds{120};
constexpr auto linger_limit = std::chrono::seconds{2};
constexpr auto write_limit = std::chrono::seconds{30};
constexpr std::int64_t max_stream_seconds = 24 * 60 * 60;

WallTime wall_now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

Request request_of(const http::request<http::string_body>& message) {
  return {.method = std::string{message.method_string()},
          .target = std::string{message.target()},
          .accept = std::string{message[http::field::accept]},
          .content_type = std::string{message[http::field::content_type]},
          .body = message.body(),
          .user_agent = std::string{message[http::field::user_agent]}};
}

using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

Acceptor::endpoint_type endpoint_of(const ListenAddress& address) {
  if (!address.path.empty()) return asio::local::stream_protocol::endpoint{address.path};
  return tcp::endpoint{asio::ip::make_address(address.host), address.port};
}

void rethrow(const std::exception_ptr& failure) {
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

class HttpServer::Running {
 public:
  Running(Session& session, const ListenAddress& address, bool is_remote, std::vector<HttpExtension*> guests,
          std::chrono::milliseconds tick)
      : session_{session},
        extensions_{std::move(guests)},
        tick_{tick},
        is_remote_{is_remote},
        acceptor_{io_, endpoint_of(address)},
        path_{address.path},
        news_{io_, asio::steady_timer::time_point::max()},
        signals_{io_, SIGINT, SIGTERM},
        children_{io_, SIGCHLD} {}

  ~Running() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  [[nodiscard]] std::string url() const {
    if (!path_.empty()) return "unix://" + path_;
    const Acceptor::endpoint_type local = acceptor_.local_endpoint();
    tcp::endpoint endpoint;
    std::memcpy(endpoint.data(), local.data(), local.size());
    const std::string host = endpoint.address().to_string();
    const std::string port = std::to_string(endpoint.port());
    return endpoint.address().is_v6() ? "http://[" + host + "]:" + port : "http://" + host + ":" + port;
  }

  void post(std::function<void()> work) { asio::post(io_, std::move(work)); }
  void stop() { io_.stop(); }

  int run(const std::string& command) {
    session_.pace.set_speed(session_.pace.speed(), session_.simulation.elapsed(), wall_now());
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
      if (error) co_await pause();
      if (error || connections_ >= max_connections) continue;
      asio::co_spawn(io_, serve(std::move(socket)), rethrow);
    }
  }

  /// Waits after a failed accept, for example until file descriptors are available again.
  asio::awaitable<void> pause() {
    asio::steady_timer timer{io_};
    timer.expires_after(tick_);
    co_await timer.async_wait(token);
  }

  asio::awaitable<void> keep_pace() {
    asio::steady_timer timer{io_};
    for (auto last_tick = wall_now();;) {
      timer.expires_after(tick_);
      co_await timer.async_wait(token);
      session_.catch_up(wall_now);
      if (!has_news() && wall_now() - last_tick < idle_tick) continue;
      last_tick = wall_now();
      notify_watchers();
    }
  }

  /// Returns the progress of the simulation; streams may be behind it.
  [[nodiscard]] std::array<std::uint64_t, 3> progress() const {
    const LiveSimulation& simulation = session_.simulation;
    return {simulation.objects().version(), simulation.first_record() + simulation.records().size(),
            simulation.generation()};
  }
  [[nodiscard]] bool has_news() const { return progress() != published_; }

  void notify_watchers() {
    published_ = progress();
    news_.cancel();
  }

  asio::awaitable<void> serve(Socket socket) {
    ++connections_;
    Connection stream{std::move(socket)};
    beast::flat_buffer buffer;
    for (bool is_streaming = true; is_streaming;) {
      Parser parser;
      parser.header_limit(max_header_bytes);
      parser.body_limit(max_body_bytes);
      stream.expires_after(idle_limit);
      auto [error, size] = co_await http::async_read(stream, buffer, parser, token);
      if (error) {
        co_await refuse(stream, error);
        break;
      }
      const http::request<http::string_body> message = parser.release();
      const Response response = co_await respond(message);
      is_streaming = response.is_streaming() ? co_await follow(stream, response)
                                             : co_await send(stream, response, message.keep_alive());
    }
    co_await linger(stream);
    --connections_;
  }

  /// Keeps the connection open for a while, so that a client that is still sending gets the answer.
  static asio::awaitable<void> linger(Connection& stream) {
    boost::system::error_code error;
    stream.socket().shutdown(Socket::shutdown_send, error);
    stream.expires_after(linger_limit);
    std::array<char, 64 * 1024> unread{};
    for (std::size_t total = 0; !error && total < 2 * max_body_bytes;) {
      auto [failure, size] = co_await stream.async_read_some(asio::buffer(unread), token);
      error = failure;
      total += size;
    }
  }

  asio::awaitable<Response> respond(const http::request<http::string_body>& message) {
    if (!is_addressed(message[http::field::host], message[http::field::origin], is_remote_ || !path_.empty())) {
      co_return StatusError{403, "Forbidden", "Host or Origin of the request is not this server"}.response();
    }
    const Request request = request_of(message);
    session_.catch_up(wall_now);
    const auto extension =
        std::ranges::find_if(extensions_, [&](const HttpExtension* each) { return each->serves(request); });
    if (extension != extensions_.end()) co_return co_await serve_extension(**extension, request);
    Response response = answer(session_, request);
    if (has_news()) notify_watchers();
    co_return response;
  }

  /// Asks a guest without blocking the simulation.
  asio::awaitable<Response> serve_extension(HttpExtension& extension, const Request& request) {
    const auto ask = [](HttpExtension& info, const Request& what,
                        const SessionHistory& history) -> asio::awaitable<Response> {
      co_return info.answer(what, history);
    };
    const SessionHistory history = session_.history();
    co_return co_await asio::co_spawn(extension_thread_, ask(extension, request, history), asio::use_awaitable);
  }

  /// Answers a malformed or too large request; does nothing if the client has closed the connection.
  asio::awaitable<void> refuse(Connection& stream, boost::system::error_code error) {
    if (error == http::error::end_of_stream || error == http::error::partial_message) co_return;
    if (error == http::error::body_limit) {
      co_await send(stream, too_large(max_body_bytes).response(), false);
    } else if (error.category() == make_error_code(http::error::bad_method).category()) {
      co_await send(stream, bad_request("the request is malformed: " + error.message()).response(), false);
    }
  }

  asio::awaitable<bool> send(Connection& stream, const Response& response, bool keeps_alive) {
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

  /// Sends a stream; returns whether the connection can be used again.
  asio::awaitable<bool> follow(Connection& stream, const Response& response) {
    http::response<http::empty_body> head{http::status::ok, 11};
    head.set(http::field::content_type, response.content_type);
    head.set(http::field::cache_control, "no-cache, private");
    head.chunked(true);
    http::response_serializer<http::empty_body> serializer{head};
    stream.expires_after(write_limit);
    auto [error, size] = co_await http::async_write_header(stream, serializer, token);
    if (error) co_return false;
    const std::int64_t seconds = response.watch ? response.watch->timeout_seconds : max_stream_seconds;
    const WallTime end = wall_now() + std::chrono::seconds{seconds};
    const std::unique_ptr<Stream> last_tick = open_stream(session_, response);
    for (bool is_over = false; !is_over;) {
      std::string text = last_tick->news();
      is_over = last_tick->has_ended() || wall_now() >= end;
      if (is_over && !last_tick->has_ended()) text += last_tick->farewell();
      if (!text.empty() && !co_await send_chunk(stream, text)) co_return false;
      if (!is_over && text.empty()) co_await news_.async_wait(token);
    }
    auto [last_error, last_size] = co_await asio::async_write(stream, http::make_chunk_last(), token);
    co_return !last_error;
  }

  static asio::awaitable<bool> send_chunk(Connection& stream, const std::string& text) {
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
  std::vector<HttpExtension*> extensions_;
  std::chrono::milliseconds tick_;
  bool is_remote_;
  asio::io_context io_{1};
  Acceptor acceptor_;
  /// Path of the socket; empty for TCP.
  std::string path_;
  /// Cancelled whenever there is news for streams.
  asio::steady_timer news_;
  asio::signal_set signals_;
  asio::signal_set children_;
  int connections_ = 0;
  std::array<std::uint64_t, 3> published_{};
  ::pid_t child_ = 0;
  int status_ = 0;
  /// Declared last, so that it is joined before the objects that it uses are destroyed.
  asio::thread_pool extension_thread_{1};
};

HttpServer::HttpServer(Session& session, const ListenAddress& address, bool is_remote,
                       std::vector<HttpExtension*> guests, std::chrono::milliseconds tick)
    : running_{std::make_unique<Running>(session, address, is_remote, std::move(guests), tick)} {}

HttpServer::~HttpServer() = default;

std::string HttpServer::url() const {
  return running_->url();
}

void HttpServer::post(std::function<void()> work) {
  running_->post(std::move(work));
}

void HttpServer::stop() {
  running_->stop();
}

int HttpServer::run(const std::string& command) {
  return running_->run(command);
}

}  // namespace podreel::serve
