// A server of CRI's services on a socket.
#pragma once

#include <memory>
#include <string>

#include "tools/cri/grpc/rpc.hpp"

namespace podreel::cri {

/// The objects that `host` refers to must outlive the server. Only the owner may use the socket, which the destructor
/// removes.
class CriServer {
 public:
  /// Starts to listen. Throws cli::BadInput, prefixed by `option`, on failure.
  CriServer(const Host& host, const std::string& path, const std::string& option);
  ~CriServer();
  CriServer(const CriServer&) = delete;
  CriServer& operator=(const CriServer&) = delete;

  /// Answers new calls by another host.
  void switch_to(const Host& host);
  /// Cancels calls in progress and rejects new ones. May be called from any thread.
  void shut_down();

 private:
  class Listening;
  std::unique_ptr<Listening> listening_;
};

}  // namespace podreel::cri
