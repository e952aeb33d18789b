// A client of an API server that uses HTTP on this machine.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tools/net/server_address.hpp"
#include "tools/serve/message.hpp"

namespace podreel::serve {

/// A connection that is opened on demand, for one thread. Errors throw std::system_error.
class HttpClient {
 public:
  explicit HttpClient(ServerAddress address);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// Returns the answer's status, content type and body.
  [[nodiscard]] Response send(const Request& request);

  /// Passes a stream to `on_chunk` line by line until it ends. Returns the answer if it is not a stream.
  [[nodiscard]] std::optional<Response> follow(const Request& request,
                                               const std::function<void(std::string)>& on_chunk);

  /// Makes current and later requests fail. May be called from any thread.
  void close();

 private:
  class Link;
  std::unique_ptr<Link> link_;
};

}  // namespace podreel::serve
