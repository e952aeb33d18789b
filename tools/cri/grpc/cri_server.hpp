// CRI's services on a socket.
#pragma once

#include <memory>
#include <string>

#include "tools/cri/grpc/rpc.hpp"

namespace podreel::cri {

/// What `host` names must outlive it. Removes its socket, which only its owner may use, at its end.
class CriServer {
 public:
  /// Listens. Throws cli::BadInput, with `option` in front, where that cannot be.
  CriServer(const Host& host, const std::string& path, const std::string& option);
  ~CriServer();
  CriServer(const CriServer&) = delete;
  CriServer& operator=(const CriServer&) = delete;

  /// Calls that come from now on are answered by another one.
  void switch_to(const Host& host);
  /// Gives up what is under way, and takes no calls any more. From any thread.
  void shut_down();

 private:
  class Listening;
  std::unique_ptr<Listening> listening_;
};

}  // namespace podreel::cri
