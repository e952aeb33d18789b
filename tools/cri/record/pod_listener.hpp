// Listening sockets for the ports of pods.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/runtime.hpp"

namespace podreel::cri {

struct PodPort {
  /// Address of this machine.
  std::string ip;
  std::uint16_t port = 0;
  friend auto operator<=>(const PodPort&, const PodPort&) = default;
};

/// Protocol of a port.
enum class PortProtocol : std::uint8_t { http, https, tcp, grpc };

/// Accepts connections on a separate thread. An HTTP request gets the answer of `ask`, and its connection is closed, or
/// reset if the answer is that the connection is refused. A TCP connection needs no answer.
class PodListener {
 public:
  using NetworkAnswer = runtime::Runtime::NetworkAnswer;
  using Kind = runtime::Runtime::NetworkProbe::Kind;
  /// May be called from any thread, at most once.
  using Answer = std::function<void(NetworkAnswer)>;
  /// Called on any thread.
  using Ask = std::function<void(const std::string& container, Kind kind, Answer answer)>;
  /// Handles a connection to a container, on the listener's thread; `ask` outlives it.
  using Serve = std::function<void(boost::asio::ip::tcp::socket socket, const std::string& container, const Ask& ask)>;
  using Complain = std::function<void(const std::string& problem)>;

  PodListener(Ask ask, Complain complain);
  ~PodListener();
  PodListener(const PodListener&) = delete;
  PodListener& operator=(const PodListener&) = delete;

  /// Sets the handler of https or grpc, which this class does not implement. Must be called before a port is opened.
  void speak(PortProtocol protocol, Serve serve);

  // These may be called from any thread.

  /// Opens a port; connections are served after the return, if the port is available.
  void open(const PodPort& port, PortProtocol protocol, const std::string& container);
  /// Closes a port; later connections are refused.
  void close(PodPort port);

  /// Returns why it is impossible to listen on a port; no value if it is possible.
  [[nodiscard]] static std::optional<std::string> problem_with(const PodPort& port);

 private:
  class Running;
  std::unique_ptr<Running> running_;
};

}  // namespace podreel::cri
