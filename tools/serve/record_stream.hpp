// The timeline as server-sent events.
#pragma once

#include <cstdint>
#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::serve {

/// Each event is a record as `podreel run -o jsonl` prints it; its id is its number. When the simulation is reset to an
/// earlier time, an event "seek" has the number of the first record that changes.
class RecordStream final : public Stream {
 public:
  /// `simulation` must outlive the stream. `from`: the number of the first record.
  RecordStream(const LiveSimulation& simulation, std::uint64_t from);

  [[nodiscard]] std::string news() override;
  [[nodiscard]] std::string farewell() override { return {}; }
  /// Returns whether the stream has ended, because the client is so slow that its next record is not kept any more.
  [[nodiscard]] bool has_ended() const noexcept override { return has_ended_; }

 private:
  const LiveSimulation& simulation_;
  std::uint64_t next_;
  std::uint64_t generation_;
  bool has_ended_ = false;
};

}  // namespace podreel::serve
