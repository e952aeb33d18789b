// The threads on which extensions of the HTTP server answer.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

#include "tools/serve/http_extension.hpp"

namespace podreel::serve {

/// Asks extensions beside the server's thread. Requests to one extension do not wait for another extension.
class ExtensionThreads {
 public:
  /// Maximum number of requests to an extension that are answered or wait.
  static constexpr std::size_t max_pending = 32;

  /// The extensions must outlive this object.
  explicit ExtensionThreads(const std::vector<HttpExtension*>& extensions);
  ~ExtensionThreads();
  ExtensionThreads(const ExtensionThreads&) = delete;
  ExtensionThreads& operator=(const ExtensionThreads&) = delete;

  /// Returns the extension's answer, 429 if too many requests wait, or 500 if the extension throws.
  [[nodiscard]] boost::asio::awaitable<Response> ask(HttpExtension& extension, Request request, SessionHistory history,
                                                     std::stop_token client_left);
  /// Asks all work to stop. May be called from any thread.
  void request_stop() noexcept { server_ends_.request_stop(); }
  /// Asks all work to stop, and waits for it.
  void stop();

 private:
  struct Pool {
    boost::asio::thread_pool threads;
    std::size_t num_pending = 0;
    explicit Pool(std::size_t size) : threads{size} {}
  };
  std::map<const HttpExtension*, std::unique_ptr<Pool>> pools_;
  std::stop_source server_ends_;
};

}  // namespace podreel::serve
