// A session: a simulation and its pace.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/pace.hpp"
#include "tools/serve/session_history.hpp"

namespace podreel::serve {

struct Session {
  /// Without `start`, the simulation begins at the time of all replays; otherwise in the second of `start`.
  Session(const format::Scenario& scenario, double speed, net::MemoryBudget limit = net::MemoryBudget{},
          std::optional<sim::Time> start = std::nullopt)
      : budget{std::move(limit)}, simulation{scenario, 0, budget, start}, pace{speed} {}

  /// Uses an external kubelet; the simulation is paused until its timeline begins.
  Session(const format::Scenario& scenario, simulation::OutsideKubelet& kubelet, sim::Time start)
      : simulation{scenario, kubelet, start, budget}, pace{0} {}

  /// Advances the simulation to the time of `clock`. On a slow machine it falls behind: the call returns after 50 ms,
  /// so that requests are answered.
  void catch_up(const std::function<WallTime()>& clock);

  /// Stops the simulation, because an exception has left it in an undefined state. It cannot be changed any more, until
  /// it is reset to an earlier time.
  void fail(const std::string& why);

  /// Records a request that may change something, before it is performed.
  void remember(const Request& request);

  /// After a reset to an earlier time, forgets the requests of the abandoned history, and appends a mark, so that no
  /// later version equals one that a client saw before.
  void continue_versions();

  /// Returns a copy of the history.
  [[nodiscard]] SessionHistory history() const;

  net::MemoryBudget budget{};
  LiveSimulation simulation;
  Pace pace;
  /// Wall-clock time of the last catch_up().
  WallTime wall{};
  /// Requests needed to replay the past; empty if `is_too_long`.
  Journal journal{};
  std::size_t journal_bytes = 0;
  bool is_too_long = false;
  /// Largest resource version that clients may have seen before the last reset to an earlier time.
  std::uint64_t last_version = 0;
  /// Why the simulation has failed; empty: it has not.
  std::string failure{};

 private:
  void append(JournalEntry entry);
  void advance_to_pace(const std::function<WallTime()>& clock);
};

}  // namespace podreel::serve
