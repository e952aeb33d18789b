// Ports of pods on which something really listens.
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
  /// Of this machine.
  std::string ip;
  std::uint16_t port = 0;
  friend auto operator<=>(const PodPort&, const PodPort&) = default;
};

/// What is spoken on a port.
enum class PortProtocol : std::uint8_t { http, https, tcp, grpc };

/// A thread of its own accepts connections. Over HTTP each request is answered as somebody else says, and its
/// connection is then closed; where the answer is that it is refused, it is reset. Over TCP a connection is all.
class PodListener {
 public:
  using NetworkAnswer = runtime::Runtime::NetworkAnswer;
  using Kind = runtime::Runtime::NetworkProbe::Kind;
  /// From any thread, at most once.
  using Answer = std::function<void(NetworkAnswer)>;
  /// On any thread.
  using Ask = std::function<void(const std::string& container, Kind kind, Answer answer)>;
  /// Takes a connection to a container, on the listener's thread; `ask` outlives it.
  using Serve = std::function<void(boost::asio::ip::tcp::socket socket, const std::string& container, const Ask& ask)>;
  using Complain = std::function<void(const std::string& problem)>;

  PodListener(Ask ask, Complain complain);
  ~PodListener();
  PodListener(const PodListener&) = delete;
  PodListener& operator=(const PodListener&) = delete;

  /// How a protocol is spoken that this does not know: https, grpc. Before a port is opened.
  void speak(PortProtocol protocol, Serve serve);

  // From any thread.

  /// Whoever connects after it has returned is served, if the port can be had.
  void open(const PodPort& port, PortProtocol protocol, const std::string& container);
  /// Whoever connects from then on is refused.
  void close(PodPort port);

  /// Why nobody could listen there; nothing: they could.
  [[nodiscard]] static std::optional<std::string> problem_with(const PodPort& port);

 private:
  class Running;
  std::unique_ptr<Running> running_;
};

}  // namespace podreel::cri
