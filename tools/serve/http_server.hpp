// A session on the network.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/serve/guest.hpp"
#include "tools/serve/session.hpp"

namespace podreel::server {

struct ListenAddress {
  std::string host = "127.0.0.1";
  /// 0: any that is free.
  std::uint16_t port = 0;
  /// Of a socket in the file system, in place of both; nothing must be there.
  std::string path{};
};

/// HTTP/1.1 in one thread, which owns the session as well. Connections, bodies and headers are bounded; who does not
/// read for half a minute is dropped.
class HttpServer {
 public:
  /// So often the simulation is taken to the clock's instant, where nobody asks.
  static constexpr std::chrono::milliseconds usual_tick{20};

  /// Listens. `session` and the `guests` must outlive the server. Throws std::system_error.
  HttpServer(Session& session, const ListenAddress& address, bool is_remote, std::vector<Guest*> guests = {},
             std::chrono::milliseconds tick = usual_tick);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// "http://127.0.0.1:40123", "unix:///tmp/podreel.sock".
  [[nodiscard]] std::string url() const;

  // From any thread.

  /// Has `work` done by the thread that runs, which owns the session.
  void post(std::function<void()> work);
  /// Ends run().
  void stop();

  /// Until SIGINT or SIGTERM; or, if there is a `command` for the shell, until that ends. Its exit status, else 0.
  int run(const std::string& command);

 private:
  class Running;
  std::unique_ptr<Running> running_;
};

}  // namespace podreel::server
