#include "tools/cri/client/network_prober.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <fmt/format.h>
#include <functional>
#include <thread>
#include <utility>

#include "engine/sim/completion.hpp"
#include "tools/cri/client/health_prober.hpp"

namespace podreel::cri {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace ssl = boost::asio::ssl;
using asio::ip::tcp;
using NetworkAnswer = runtime::Runtime::NetworkAnswer;
using NetworkProbe = runtime::Runtime::NetworkProbe;

/// A probe over TCP or HTTP, from the connection to its answer.
class Attempt : public std::enable_shared_from_this<Attempt> {
 public:
  using OnResult = std::function<void(NetworkAnswer)>;

  Attempt(asio::io_context& context, ssl::context& certificates, NetworkProbe probe, OnResult on_result)
      : secure_{context, certificates}, timer_{context}, probe_{std::move(probe)}, on_result_{std::move(on_result)} {}

  void begin(const std::string& ip, std::chrono::nanoseconds timeout) {
    boost::system::error_code error;
    const tcp::endpoint endpoint{asio::ip::make_address(ip, error), static_cast<std::uint16_t>(probe_.port)};
    if (error) return refuse();
    if (timeout > std::chrono::nanoseconds{}) {
      timer_.expires_after(timeout);
      timer_.async_wait([self = shared_from_this()](auto cancelled) {
        if (!cancelled) self->end({.status = 0, .output = {}, .timed_out = true, .refused = false});
      });
    }
    socket().async_connect(endpoint, [self = shared_from_this()](auto failed) { self->connected(failed); });
  }

 private:
  void connected(const boost::system::error_code& failed) {
    if (failed) return refuse();
    if (probe_.kind != NetworkProbe::Kind::http) return end({});
    if (probe_.http.scheme != "HTTPS") return exchange(socket());
    secure_.async_handshake(ssl::stream_base::client, [self = shared_from_this()](auto error) {
      if (error) return self->refuse();
      self->exchange(self->secure_);
    });
  }

  template <class Stream>
  void exchange(Stream& stream) {
    constexpr unsigned version = 11;
    request_.version(version);
    request_.method(http::verb::get);
    request_.target(probe_.http.path);
    request_.set(http::field::host, fmt::format("pod:{}", probe_.port));
    request_.set(http::field::connection, "close");
    http::async_write(stream, request_, [self = shared_from_this(), &stream](auto error, std::size_t) {
      if (error) return self->refuse();
      self->read(stream);
    });
  }

  template <class Stream>
  void read(Stream& stream) {
    http::async_read(stream, buffer_, response_, [self = shared_from_this()](auto error, std::size_t) {
      if (error) return self->refuse();
      self->end({.status = static_cast<std::int32_t>(self->response_.result_int()),
                 .output = self->response_.body(),
                 .timed_out = false,
                 .refused = false});
    });
  }

  void refuse() { end({.status = 0, .output = {}, .timed_out = false, .refused = true}); }

  /// Ends the probe; later calls have no effect.
  void end(NetworkAnswer answer) {
    if (!on_result_) return;
    std::exchange(on_result_, {})(std::move(answer));
    boost::system::error_code ignored;
    socket().close(ignored);
    timer_.cancel();
  }

  [[nodiscard]] tcp::socket& socket() { return secure_.next_layer(); }

  /// Used for HTTPS; otherwise only its socket is used.
  ssl::stream<tcp::socket> secure_;
  asio::steady_timer timer_;
  NetworkProbe probe_;
  OnResult on_result_;
  http::request<http::empty_body> request_;
  boost::beast::flat_buffer buffer_;
  http::response<http::string_body> response_;
};

/// The process that waits for the answer; used on the loop's thread only.
struct Pending {
  explicit Pending(const sim::Process& process) : caller{process}, answer{process} {}

  const sim::Process& caller;
  sim::Completion<NetworkAnswer> answer;
};

}  // namespace

class NetworkProber::Running {
 public:
  Running() : thread_{[this] { context_.run(); }} {}
  ~Running() {
    context_.stop();
    thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void begin(const std::string& ip, const NetworkProbe& probe, std::chrono::nanoseconds timeout,
             Attempt::OnResult on_result) {
    if (probe.kind == NetworkProbe::Kind::grpc) {
      return health_.probe(fmt::format("{}:{}", ip, probe.port), probe.service, timeout, std::move(on_result));
    }
    asio::post(context_, [this, ip, probe, timeout, on_result = std::move(on_result)] {
      std::make_shared<Attempt>(context_, certificates_, probe, on_result)->begin(ip, timeout);
    });
  }

 private:
  HealthProber health_;
  ssl::context certificates_{ssl::context::tls_client};
  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::thread thread_;
};

NetworkProber::NetworkProber(PacedLoop& loop, Pace pace)
    : loop_{loop}, pace_{std::move(pace)}, running_{std::make_unique<Running>()} {}

NetworkProber::~NetworkProber() = default;

sim::Task<NetworkAnswer> NetworkProber::probe(const sim::Process& caller, std::string ip, NetworkProbe probe,
                                              sim::Duration timeout) {
  const auto pending = std::make_shared<Pending>(caller);
  running_->begin(ip, probe, pace_.wall_at(pace_.began() + timeout), [this, pending](NetworkAnswer answer) {
    loop_.post([pending, answer = std::move(answer)] {
      if (pending->caller.alive()) pending->answer.complete(answer);
    });
  });
  co_return co_await pending->answer.wait();
}

}  // namespace podreel::cri
