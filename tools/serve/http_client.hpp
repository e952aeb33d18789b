// A client of an API server that speaks HTTP on this machine.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tools/net/server_address.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// One connection, made when it is needed, for one thread. What fails throws std::system_error.
class HttpClient {
 public:
  explicit HttpClient(ServerAddress address);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// The answer's status, content type and body.
  [[nodiscard]] Response send(const Request& request);

  /// Hands on a stream line by line until it ends; no stream: the answer, which nobody has been told.
  [[nodiscard]] std::optional<Response> follow(const Request& request, const std::function<void(std::string)>& told);

  /// From any thread: what is under way, and what comes later, fails.
  void close();

 private:
  class Link;
  std::unique_ptr<Link> link_;
};

}  // namespace podreel::server
