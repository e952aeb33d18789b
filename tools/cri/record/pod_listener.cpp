#include "tools/cri/record/pod_listener.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <fmt/format.h>
#include <future>
#include <map>
#include <thread>
#include <utility>

#include "tools/cri/record/pod_exchange.hpp"

namespace podreel::cri {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

boost::system::error_code listen_on(tcp::acceptor& acceptor, const PodPort& port) {
  boost::system::error_code error;
  const tcp::endpoint endpoint{asio::ip::make_address(port.ip, error), port.port};
  if (!error) acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address{true}, error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  return error;
}

/// An open port.
class Listening : public std::enable_shared_from_this<Listening> {
 public:
  Listening(asio::io_context& context, const PodListener::Serve& serve, std::string container,
            const PodListener::Ask& ask)
      : acceptor_{context}, serve_{serve}, container_{std::move(container)}, ask_{ask} {}

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
      if (!error) self->serve_(std::move(socket), self->container_, self->ask_);
      self->accept();
    });
  }

  tcp::acceptor acceptor_;
  const PodListener::Serve& serve_;
  std::string container_;
  const PodListener::Ask& ask_;
};

void serve_http(tcp::socket socket, const std::string& container, const PodListener::Ask& ask) {
  using Stream = boost::beast::tcp_stream;
  std::make_shared<PodExchange<Stream>>(Stream{std::move(socket)}, container, ask)->begin();
}

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

  void speak(PortProtocol protocol, Serve serve) { protocols_.insert_or_assign(protocol, std::move(serve)); }

  void open(const PodPort& port, PortProtocol protocol, const std::string& container) {
    std::promise<void> is_open;
    asio::post(context_, [&] {
      open_now(port, protocol, container);
      is_open.set_value();
    });
    is_open.get_future().wait();
  }
  void close(PodPort port) {
    asio::post(context_, [this, port = std::move(port)] { end(port); });
  }

 private:
  void open_now(const PodPort& port, PortProtocol protocol, const std::string& container) {
    const auto listening = std::make_shared<Listening>(context_, protocols_.at(protocol), container, ask_);
    end(port);
    if (const auto error = listening->begin(port)) {
      return complain_(fmt::format("cannot listen on {}:{}: {}", port.ip, port.port, error.message()));
    }
    open_[port] = listening;
  }
  void end(const PodPort& port) {
    const auto found = open_.find(port);
    if (found == open_.end()) return;
    found->second->end();
    open_.erase(found);
  }

  Ask ask_;
  Complain complain_;
  std::map<PortProtocol, Serve> protocols_{
      {PortProtocol::http, serve_http}, {PortProtocol::tcp, [](const tcp::socket&, const std::string&, const Ask&) {}}};
  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::map<PodPort, std::shared_ptr<Listening>> open_;
  std::thread thread_;
};

PodListener::PodListener(Ask ask, Complain complain)
    : running_{std::make_unique<Running>(std::move(ask), std::move(complain))} {}

PodListener::~PodListener() = default;

void PodListener::speak(PortProtocol protocol, Serve serve) {
  running_->speak(protocol, std::move(serve));
}

void PodListener::open(const PodPort& port, PortProtocol protocol, const std::string& container) {
  running_->open(port, protocol, container);
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
