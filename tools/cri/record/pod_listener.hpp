// Ports of pods on which something really listens.
#pragma once

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

/// A thread of its own accepts connections. Over HTTP each request is answered as somebody else says, and its
/// connection is then closed; where the answer is that it is refused, it is reset. Over TCP a connection is all.
class PodListener {
 public:
  using NetworkAnswer = runtime::Runtime::NetworkAnswer;
  /// From any thread, at most once.
  using Answer = std::function<void(NetworkAnswer)>;
  /// On the listener's thread.
  using Ask = std::function<void(const std::string& container, Answer answer)>;
  using Complain = std::function<void(const std::string& problem)>;

  PodListener(Ask ask, Complain complain);
  ~PodListener();
  PodListener(const PodListener&) = delete;
  PodListener& operator=(const PodListener&) = delete;

  // From any thread.

  void open(PodPort port, runtime::Runtime::NetworkProbe::Kind kind, std::string container);
  /// Whoever connects from then on is refused.
  void close(PodPort port);

  /// Why nobody could listen there; nothing: they could.
  [[nodiscard]] static std::optional<std::string> problem_with(const PodPort& port);

 private:
  class Running;
  std::unique_ptr<Running> running_;
};

}  // namespace podreel::cri
