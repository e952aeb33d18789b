// Streaming responses.
#pragma once

#include <memory>
#include <string>

#include "tools/serve/message.hpp"
#include "tools/serve/session.hpp"

namespace podreel::serve {

class Stream {
 public:
  virtual ~Stream() = default;
  /// Returns the data since the last call; empty if there is none.
  [[nodiscard]] virtual std::string news() = 0;
  /// Returns the last data of a stream whose timeout is over.
  [[nodiscard]] virtual std::string farewell() = 0;
  [[nodiscard]] virtual bool has_ended() const noexcept = 0;
};

/// Opens the stream of a response (Response::is_streaming). `session` must outlive it.
[[nodiscard]] std::unique_ptr<Stream> open_stream(Session& session, const Response& response);

}  // namespace podreel::serve
