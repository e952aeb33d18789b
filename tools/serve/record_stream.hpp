// The timeline as it goes on: server-sent events.
#pragma once

#include <cstdint>
#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::server {

/// Each event is a record as `podreel run -o jsonl` prints it; its id is its number. When the simulation goes to
/// another instant of its own past, an event "seek" says from which record on the timeline is another one.
class RecordStream final : public Stream {
 public:
  /// `simulation` must outlive the stream. `from`: the number of the first record.
  RecordStream(const LiveSimulation& simulation, std::uint64_t from);

  [[nodiscard]] std::string news() override;
  [[nodiscard]] std::string farewell() override { return {}; }
  /// Who is so slow that what comes next is not kept any more is not told the rest.
  [[nodiscard]] bool has_ended() const noexcept override { return has_ended_; }

 private:
  const LiveSimulation& simulation_;
  std::uint64_t next_;
  std::uint64_t generation_;
  bool has_ended_ = false;
};

}  // namespace podreel::server
