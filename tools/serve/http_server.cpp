#include "tools/serve/http_server.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <list>
#include <memory>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "tools/serve/extension_threads.hpp"
#include "tools/serve/forced_end.hpp"
#include "tools/serve/handler.hpp"
#include "tools/serve/http_peer.hpp"
#include "tools/serve/status_error.hpp"
#include "tools/serve/stream.hpp"
#include "tools/serve/stream_count.hpp"
#include "tools/serve/turns.hpp"

namespace podreel::serve {

namespace {

using asio::ip::tcp;
using Socket = HttpPeer::Socket;

constexpr auto token = asio::as_tuple(asio::use_awaitable);
// Maximum delay with which an idle watch ends.
constexpr auto idle_tick = std::chrono::milliseconds{200};
constexpr auto write_limit = std::chrono::seconds{30};
constexpr std::size_t max_connections = 512;
// Connections beyond the maximum that get an answer which says so.
constexpr std::size_t max_turned_away = 64;
constexpr std::int64_t max_stream_seconds = 24 * 60 * 60;
/// Memory that a stream may need at once, for the next part of what it sends.
constexpr std::size_t stream_reserve = 2 * net::MemoryBudget::mebibyte;

WallTime wall_now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

Request request_of(const HttpPeer::Message& message) {
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
  boost::system::error_code error;
  const auto ip = asio::ip::make_address(address.host, error);
  if (error) throw std::system_error{std::make_error_code(std::errc::address_not_available)};
  return tcp::endpoint{ip, address.port};
}

void check(const boost::system::error_code& error) {
  if (error) throw std::system_error{error.value(), std::system_category()};
}

/// Opens a socket and binds it; connections are refused until it listens.
Acceptor bind(asio::io_context& io, const Acceptor::endpoint_type& endpoint) {
  Acceptor acceptor{io};
  boost::system::error_code error;
  acceptor.open(endpoint.protocol(), error);
  check(error);
  if (endpoint.protocol().family() != AF_UNIX) {
    acceptor.set_option(Acceptor::reuse_address{true}, error);
    check(error);
    acceptor.bind(endpoint, error);
  } else {
    // Only this user may connect, whatever the umask is.
    constexpr ::mode_t own_only = 0177;
    const ::mode_t before = ::umask(own_only);
    acceptor.bind(endpoint, error);
    ::umask(before);
  }
  check(error);
  return acceptor;
}

void listen(Acceptor& acceptor) {
  boost::system::error_code error;
  acceptor.listen(Acceptor::max_listen_connections, error);
  check(error);
}

/// Opens a socket that listens. Throws std::system_error, whose code is that of the system.
Acceptor listen(asio::io_context& io, const ListenAddress& address) {
  Acceptor acceptor = bind(io, endpoint_of(address));
  listen(acceptor);
  return acceptor;
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
        acceptor_{listen(io_, address)},
        path_{address.path},
        children_{io_, SIGCHLD},
        threads_{extensions_},
        end_{[this] { stop(); }, [this] { clean_up(); }} {}

  ~Running() {
    threads_.stop();
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
  void stop() {
    threads_.request_stop();
    io_.stop();
  }

  [[nodiscard]] std::size_t watches_of(std::string_view resource) const {
    return static_cast<std::size_t>(std::ranges::count(streams_, resource, &OpenStream::watched));
  }

  int run(const std::string& command) {
    session_.pace.set_speed(session_.pace.speed(), session_.simulation.elapsed(), wall_now());
    asio::co_spawn(io_, accept(), asio::detached);
    asio::co_spawn(io_, keep_pace(), asio::detached);
    if (!command.empty()) start(command);
    run_until_stopped();
    if (child_ > 0) ::kill(child_, SIGTERM);
    return status_;
  }

 private:
  /// An open stream, with the timer that is cancelled whenever there is news.
  struct OpenStream {
    std::shared_ptr<asio::steady_timer> news;
    /// Resource of a watch; empty for other streams.
    std::string watched;
  };

  struct Follower {
    Follower(std::list<OpenStream>& streams, asio::io_context& io, const Response& response)
        : news{std::make_shared<asio::steady_timer>(io, asio::steady_timer::time_point::max())},
          all{streams},
          place{streams.insert(streams.end(), OpenStream{news, response.watch ? response.watch->resource : ""})} {}
    ~Follower() { all.erase(place); }
    Follower(const Follower&) = delete;
    Follower& operator=(const Follower&) = delete;

    std::shared_ptr<asio::steady_timer> news;
    std::list<OpenStream>& all;
    std::list<OpenStream>::iterator place;
  };

  /// Runs the server. An exception of one connection's work does not end the others.
  void run_until_stopped() {
    for (;;) {
      try {
        io_.run();
        return;
      } catch (const std::system_error&) {
        throw;
      } catch (const std::exception& error) {
        session_.fail(error.what());
      }
    }
  }

  /// Cleans up before a process that does not stop in time is ended.
  void clean_up() const {
    if (child_ > 0) ::kill(child_, SIGTERM);
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  asio::awaitable<void> accept() {
    for (;;) {
      auto [error, socket] = co_await acceptor_.async_accept(token);
      if (error) {
        co_await pause(tick_);
        continue;
      }
      auto peer = std::make_shared<HttpPeer>(std::move(socket), session_.budget);
      if (peers_.size() >= max_connections && !disconnect_idle_peer()) {
        asio::co_spawn(io_, turn_away(std::move(peer)), asio::detached);
        continue;
      }
      asio::co_spawn(io_, serve(std::move(peer)), asio::detached);
    }
  }

  /// Disconnects the oldest peer that waits for a request, for another client.
  bool disconnect_idle_peer() {
    const auto idle = std::ranges::find_if(peers_, [](const auto& peer) { return peer->is_idle(); });
    if (idle == peers_.end()) return false;
    (*idle)->disconnect();
    return true;
  }

  asio::awaitable<void> turn_away(std::shared_ptr<HttpPeer> peer) {
    if (num_turned_away_ >= max_turned_away) co_return;
    ++num_turned_away_;
    static_cast<void>(co_await peer->send(
        too_many_requests("too many connections are open, please try again later", {}).response(), false));
    co_await peer->linger();
    --num_turned_away_;
  }

  asio::awaitable<void> pause(std::chrono::milliseconds duration) {
    asio::steady_timer timer{io_};
    timer.expires_after(duration);
    co_await timer.async_wait(token);
  }

  asio::awaitable<void> keep_pace() {
    for (auto last_tick = wall_now();;) {
      co_await pause(tick_);
      catch_up();
      if (!has_news() && wall_now() - last_tick < idle_tick) continue;
      last_tick = wall_now();
      notify_watchers();
    }
  }

  void catch_up() {
    session_.catch_up(wall_now);
    const bool is_open = !session_.simulation.is_refusing();
    if (is_open == is_open_) return;
    is_open_ = is_open;
    try {
      is_open ? listen(acceptor_) : refuse();
    } catch (const std::system_error& error) {
      session_.fail(error.what());
    }
  }

  /// Ends all connections, and refuses new ones until the socket listens again.
  void refuse() {
    const Acceptor::endpoint_type endpoint = acceptor_.local_endpoint();
    acceptor_.close();
    acceptor_ = bind(io_, endpoint);
    for (const auto& peer : peers_) peer->disconnect();
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
    for (const OpenStream& stream : streams_) stream.news->cancel();
  }

  asio::awaitable<void> serve(std::shared_ptr<HttpPeer> peer) {
    const auto place = peers_.insert(peers_.end(), peer);
    try {
      co_await converse(*peer);
    } catch (const std::exception&) {
      // The connection ends; its state may be inconsistent.
      peer->disconnect();
    }
    peers_.erase(place);
  }

  asio::awaitable<void> converse(HttpPeer& peer) {
    for (bool is_usable = true; is_usable;) {
      HttpPeer::Received received = co_await peer.receive();
      if (received.refusal) {
        static_cast<void>(co_await peer.send(*std::move(received.refusal), false));
        break;
      }
      if (!received.message) break;
      Response response = co_await respond(peer, *received.message);
      const bool keeps_alive = received.message->keep_alive() && !peer.has_closed();
      received = {};
      if (response.rest && !co_await complete(peer, response)) break;
      is_usable = response.is_streaming() ? co_await follow(peer, response, keeps_alive)
                                          : co_await peer.send(std::move(response), keeps_alive);
    }
    co_await peer.linger();
  }

  asio::awaitable<Response> respond(HttpPeer& peer, const HttpPeer::Message& message) {
    if (!is_addressed(message[http::field::host], message[http::field::origin], is_remote_ || !path_.empty())) {
      co_return StatusError{403, "Forbidden", "Host or Origin of the request is not this server"}.response();
    }
    const Request request = request_of(message);
    catch_up();
    const auto extension =
        std::ranges::find_if(extensions_, [&](const HttpExtension* each) { return each->serves(request); });
    if (extension != extensions_.end()) co_return co_await serve_extension(peer, **extension, request);
    Response response = begin_answer(session_, request);
    if (has_news()) notify_watchers();
    co_return response;
  }

  /// Asks a guest without blocking the simulation; its work ends when the client closes the connection.
  asio::awaitable<Response> serve_extension(HttpPeer& peer, HttpExtension& extension, const Request& request) {
    std::stop_source client_left;
    peer.notice_close([client_left]() mutable { client_left.request_stop(); });
    Response response = co_await threads_.ask(extension, request, session_.history(), client_left.get_token());
    co_await peer.forget_close();
    co_return response;
  }

  /// Writes the rest of a list; other requests are answered in between. One list after the other, so that those who
  /// came first get theirs if there is not memory for all. Returns whether the client still waits for it.
  asio::awaitable<bool> complete(HttpPeer& peer, Response& response) {
    Turns::Turn turn{list_turns_, io_};
    net::MemoryBudget::Charge charge = session_.budget.charge(net::MemoryUse::answers, 0);
    peer.notice_close([] {});
    const auto fits = [&] { return charge.try_resize(response.body.capacity() + response.rest->bytes()); };
    bool has_memory = fits();
    if (has_memory) co_await turn.wait();
    while (has_memory && response.rest && !peer.has_closed()) {
      const bool is_complete = response.rest->append_to(response.body, list_part_bytes);
      has_memory = fits();
      if (is_complete) response.rest.reset();
      co_await asio::post(io_, token);
    }
    if (!has_memory) response = no_memory_for_answer();
    co_await peer.forget_close();
    co_return !peer.has_closed();
  }

  /// Sends a stream; returns whether the connection can be used again.
  asio::awaitable<bool> follow(HttpPeer& peer, const Response& response, bool keeps_alive) {
    const StreamCount::Place place = stream_count_.enter(peer.client());
    if (!place) {
      co_return co_await peer.send(
          too_many_requests(
              fmt::format("found {} open watches and streams of this client, the maximum", max_streams_per_client), {})
              .response(),
          keeps_alive);
    }
    if (!co_await peer.begin_stream(response.content_type)) co_return false;
    const Follower follower{streams_, io_, response};
    peer.notice_close([news = follower.news] { news->cancel(); });
    const bool is_sent = co_await send_news(peer, response, *follower.news) && co_await peer.end_stream();
    co_await peer.forget_close();
    co_return is_sent && !peer.has_closed() && keeps_alive;
  }

  asio::awaitable<bool> send_news(HttpPeer& peer, const Response& response, asio::steady_timer& news) {
    const std::int64_t seconds = response.watch ? response.watch->timeout_seconds : max_stream_seconds;
    const WallTime end = wall_now() + std::chrono::seconds{seconds};
    const std::unique_ptr<Stream> stream = open_stream(session_, response);
    for (bool is_over = false; !is_over;) {
      auto charge = co_await reserve_for_stream(peer);
      if (!charge) co_return false;
      std::string text = stream->news();
      is_over = stream->has_ended() || wall_now() >= end;
      if (is_over && !stream->has_ended()) text += stream->farewell();
      charge->resize(text.size());
      if (!text.empty() && !co_await peer.send_chunk(text)) co_return false;
      charge.reset();
      if (peer.has_closed()) co_return false;
      if (!is_over && text.empty()) co_await news.async_wait(token);
    }
    co_return true;
  }

  /// Waits until there is memory for the next part of a stream; no value if there is none for too long.
  asio::awaitable<std::optional<net::MemoryBudget::Charge>> reserve_for_stream(const HttpPeer& peer) {
    const auto end = wall_now() + write_limit;
    for (;;) {
      auto charge = session_.budget.try_charge(net::MemoryUse::answers, stream_reserve);
      if (charge || peer.has_closed() || wall_now() >= end) co_return charge;
      co_await pause(idle_tick);
    }
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
  /// Declared before the context, whose coroutines list their streams.
  StreamCount stream_count_;
  std::list<OpenStream> streams_;
  Turns list_turns_;
  asio::io_context io_{1};
  Acceptor acceptor_;
  /// Whether connections are accepted.
  bool is_open_ = true;
  /// Path of the socket; empty for TCP.
  std::string path_;
  asio::signal_set children_;
  /// Open connections; those that were accepted first come first.
  std::list<std::shared_ptr<HttpPeer>> peers_;
  std::size_t num_turned_away_ = 0;
  std::array<std::uint64_t, 3> published_{};
  ::pid_t child_ = 0;
  int status_ = 0;
  ExtensionThreads threads_;
  /// Declared last, because its thread uses the others.
  ForcedEnd end_;
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

std::size_t HttpServer::watches_of(std::string_view resource) const {
  return running_->watches_of(resource);
}

int HttpServer::run(const std::string& command) {
  return running_->run(command);
}

}  // namespace podreel::serve
