#include "tools/cri/record/pod_listener.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <fmt/format.h>
#include <map>
#include <thread>
#include <utility>

namespace podreel::cri {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Kind = runtime::Runtime::NetworkProbe::Kind;

boost::system::error_code listen_on(tcp::acceptor& acceptor, const PodPort& port) {
  boost::system::error_code error;
  const tcp::endpoint endpoint{asio::ip::make_address(port.ip, error), port.port};
  if (!error) acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address{true}, error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  return error;
}

/// One request over HTTP.
class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(tcp::socket socket, std::string container, const PodListener::Ask& ask)
      : stream_{std::move(socket)}, container_{std::move(container)}, ask_{ask} {
    constexpr std::uint32_t longest_header = 16384;
    request_.header_limit(longest_header);
  }

  void begin() {
    // Whoever connects and says nothing.
    constexpr std::chrono::seconds patience{60};
    stream_.expires_after(patience);
    http::async_read(stream_, buffer_, request_, [self = shared_from_this()](auto error, std::size_t) {
      if (!error) self->ask();
    });
  }

 private:
  void ask() {
    stream_.expires_never();
    // Nobody may be left to hear the answer.
    ask_(container_, [weak = weak_from_this()](const PodListener::NetworkAnswer& answer) {
      const auto self = weak.lock();
      if (!self) return;
      asio::post(self->stream_.get_executor(), [self, answer] { self->answer(answer); });
    });
    wait_for_close();
  }

  /// Keeps this until the other side goes, or is answered.
  void wait_for_close() {
    stream_.socket().async_wait(tcp::socket::wait_read, [self = shared_from_this()](auto) {});
  }

  void answer(const PodListener::NetworkAnswer& answer) {
    if (answer.refused) {
      boost::system::error_code ignored;
      stream_.socket().set_option(asio::socket_base::linger{true, 0}, ignored);
      stream_.socket().close(ignored);
      return;
    }
    constexpr int ok = 200;
    response_.result(static_cast<unsigned>(answer.status == 0 ? ok : answer.status));
    response_.version(request_.get().version());
    response_.keep_alive(false);
    response_.body() = answer.output;
    response_.prepare_payload();
    http::async_write(stream_, response_, [self = shared_from_this()](auto, std::size_t) {
      boost::system::error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    });
  }

  boost::beast::tcp_stream stream_;
  std::string container_;
  const PodListener::Ask& ask_;
  boost::beast::flat_buffer buffer_;
  http::request_parser<http::string_body> request_;
  http::response<http::string_body> response_;
};

/// A port that is open.
class Listening : public std::enable_shared_from_this<Listening> {
 public:
  Listening(asio::io_context& context, Kind kind, std::string container, const PodListener::Ask& ask)
      : acceptor_{context}, kind_{kind}, container_{std::move(container)}, ask_{ask} {}

  [[nodiscard]] boost::system::error_code begin(const PodPort& port) {
    const boost::system::error_code error = listen_on(acceptor_, port);
    if (!error) accept();
    return error;
  }
  void end() {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
  }

 private:
  void accept() {
    acceptor_.async_accept([self = shared_from_this()](auto error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (!error && self->kind_ == Kind::http) {
        std::make_shared<Exchange>(std::move(socket), self->container_, self->ask_)->begin();
      }
      self->accept();
    });
  }

  tcp::acceptor acceptor_;
  Kind kind_;
  std::string container_;
  const PodListener::Ask& ask_;
};

}  // namespace

class PodListener::Running {
 public:
  Running(Ask ask, Complain complain)
      : ask_{std::move(ask)}, complain_{std::move(complain)}, thread_{[this] { context_.run(); }} {}
  ~Running() {
    context_.stop();
    thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void open(PodPort port, Kind kind, std::string container) {
    asio::post(context_, [this, port = std::move(port), kind, container = std::move(container)] {
      const auto listening = std::make_shared<Listening>(context_, kind, container, ask_);
      end(port);
      if (const auto error = listening->begin(port)) {
        return complain_(fmt::format("cannot listen on {}:{}: {}", port.ip, port.port, error.message()));
      }
      open_[port] = listening;
    });
  }
  void close(PodPort port) {
    asio::post(context_, [this, port = std::move(port)] { end(port); });
  }

 private:
  void end(const PodPort& port) {
    const auto found = open_.find(port);
    if (found == open_.end()) return;
    found->second->end();
    open_.erase(found);
  }

  Ask ask_;
  Complain complain_;
  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::map<PodPort, std::shared_ptr<Listening>> open_;
  std::thread thread_;
};

PodListener::PodListener(Ask ask, Complain complain)
    : running_{std::make_unique<Running>(std::move(ask), std::move(complain))} {}

PodListener::~PodListener() = default;

void PodListener::open(PodPort port, Kind kind, std::string container) {
  running_->open(std::move(port), kind, std::move(container));
}

void PodListener::close(PodPort port) {
  running_->close(std::move(port));
}

std::optional<std::string> PodListener::problem_with(const PodPort& port) {
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  const boost::system::error_code error = listen_on(acceptor, port);
  if (!error) return std::nullopt;
  return fmt::format("cannot listen on {}:{}: {}", port.ip, port.port, error.message());
}

}  // namespace podreel::cri
