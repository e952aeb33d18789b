// Responses that go on.
#pragma once

#include <memory>
#include <string>

#include "tools/serve/message.hpp"
#include "tools/serve/session.hpp"

namespace podreel::server {

class Stream {
 public:
  virtual ~Stream() = default;
  /// What has come since the last call; empty: nothing.
  [[nodiscard]] virtual std::string news() = 0;
  /// The last words of one whose time is over.
  [[nodiscard]] virtual std::string farewell() = 0;
  [[nodiscard]] virtual bool has_ended() const noexcept = 0;
};

/// Of a response that is one (Response::goes_on). `session` must outlive it.
[[nodiscard]] std::unique_ptr<Stream> open_stream(Session& session, const Response& response);

}  // namespace podreel::server
