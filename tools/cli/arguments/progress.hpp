// How far a long piece of work has come, on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

#include "tools/cli/command/verb.hpp"
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

/// How far an input file has been read; shown of files whose size is known.
class InputProgress {
 public:
  InputProgress(Context& context, const std::string& file);
  /// Not where answers go to the terminal at the same time.
  static InputProgress while_answering(Context& context, const std::string& file);

  /// Takes how many bytes have been read; for as long as this lives.
  [[nodiscard]] std::function<void(std::uint64_t bytes)> function() {
    return [this](std::uint64_t bytes) { progress_.at(bytes); };
  }

 private:
  InputProgress(Context& context, const std::string& file, std::uint64_t total);

  Progress progress_;
};

/// 0 where there is no such file, or it has no size.
[[nodiscard]] std::uint64_t size_of_file(const std::string& file);

}  // namespace podreel::cli
