// An HTTP server for a session.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/serve/http_extension.hpp"
#include "tools/serve/session.hpp"

namespace podreel::serve {

struct ListenAddress {
  std::string host = "127.0.0.1";
  /// 0: any free port.
  std::uint16_t port = 0;
  /// Path of a socket in the file system, which replaces host and port; must not exist.
  std::string path{};
};

/// HTTP/1.1 on one thread, which also owns the session. Connections, bodies and headers are bounded; a client that does
/// not read for 30 s is disconnected. While the API server of an external kubelet is unreachable, connections are
/// refused.
class HttpServer {
 public:
  /// Period in which an idle server advances the simulation to the clock's time.
  static constexpr std::chrono::milliseconds usual_tick{20};

  /// Starts to listen. `session` and the `guests` must outlive the server. Throws std::system_error.
  HttpServer(Session& session, const ListenAddress& address, bool is_remote, std::vector<HttpExtension*> guests = {},
             std::chrono::milliseconds tick = usual_tick);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Returns "http://127.0.0.1:40123" or "unix:///tmp/podreel.sock".
  [[nodiscard]] std::string url() const;

  // These may be called from any thread.

  /// Runs `work` on the thread of run(), which owns the session.
  void post(std::function<void()> work);
  /// Ends run().
  void stop();

  /// Returns the number of open watches of a resource such as "pods". Must be called on the thread of run().
  [[nodiscard]] std::size_t watches_of(std::string_view resource) const;

  /// Serves until SIGINT or SIGTERM, or until the shell command `command` ends, if it is not empty. Returns the exit
  /// status of the command, or 0.
  int run(const std::string& command);

 private:
  class Running;
  std::unique_ptr<Running> running_;
};

}  // namespace podreel::serve
