// How far a long piece of work has come, on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// A bar on standard error, with the time that is left at the pace so far, that appears when the work has taken half a
/// second, moves at most ten times a second, and is wiped when the object goes. Where standard error is not a terminal
/// it does nothing.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = Clock::time_point (*)();

  /// What `total` counts: only of things one likes to know how many there are a second.
  enum class Of : bool { bytes, things };

  /// `total` in any unit; 0: unknown, and nothing is shown.
  Progress(std::ostream& diagnostics, const Terminal& terminal, std::string what, std::uint64_t total,
           Of of = Of::bytes, Now now = &Clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// `done` of `total`. Cheap enough for an inner loop.
  void at(std::uint64_t done);

 private:
  void draw(std::uint64_t done, Clock::duration taken);
  /// " 612/s, 1m35s left"
  [[nodiscard]] std::string pace(std::uint64_t done, Clock::duration taken) const;

  std::ostream& diagnostics_;
  Terminal terminal_;
  std::string what_;
  std::uint64_t total_;
  Of of_;
  Now now_;
  Clock::time_point begin_;
  Clock::time_point next_drawing_;
  bool shown_ = false;
};

}  // namespace podreel::cli
