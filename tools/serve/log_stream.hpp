// A followed container log.
#pragma once

#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::serve {

/// Ends when the container instance that it began with ends.
class LogStream final : public Stream {
 public:
  /// `simulation` must outlive the stream.
  LogStream(const LiveSimulation& simulation, LogQuery query);

  [[nodiscard]] std::string news() override;
  [[nodiscard]] std::string farewell() override { return {}; }
  [[nodiscard]] bool has_ended() const noexcept override { return has_ended_; }

 private:
  const LiveSimulation& simulation_;
  LogQuery query_;
  /// Number of lines sent.
  std::size_t sent_ = 0;
  std::int64_t restarts_ = 0;
  bool has_ended_ = false;
};

}  // namespace podreel::serve
