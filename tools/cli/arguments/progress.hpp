// Progress bars on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

#include "tools/cli/command/verb.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// Shows a bar on standard error with the estimated time left. The bar appears after half a second of work, is updated
/// at most ten times per second, and is removed by the destructor. Does nothing if standard error is not a terminal.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = Clock::time_point (*)();

  /// Unit of `total`; a rate per second is shown for things only.
  enum class Of : bool { bytes, things };

  /// `total` may have any unit; 0 means unknown, and nothing is shown.
  Progress(std::ostream& diagnostics, const Terminal& terminal, std::string what, std::uint64_t total,
           Of of = Of::bytes, Now now = &Clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Removes the bar until the next update, so that a line can be written.
  void hide();

  /// Reports that `done` of `total` is finished. Cheap enough for an inner loop.
  void at(std::uint64_t done);

 private:
  void draw(std::uint64_t done, Clock::duration taken);
  /// Formats the rate and the time left: " 612/s, 1m35s left".
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

/// Shows how much of an input file has been read, if the file's size is known.
class InputProgress {
 public:
  InputProgress(Context& context, const std::string& file);
  /// Shows nothing if answers are printed on the terminal at the same time.
  static InputProgress while_answering(Context& context, const std::string& file);

  /// Returns a function that takes the number of bytes read; valid during the lifetime of this object.
  [[nodiscard]] std::function<void(std::uint64_t bytes)> function() {
    return [this](std::uint64_t bytes) { progress_.at(bytes); };
  }

 private:
  InputProgress(Context& context, const std::string& file, std::uint64_t total);

  Progress progress_;
};

/// Returns the size in bytes; 0 if the file does not exist or has no size.
[[nodiscard]] std::uint64_t size_of_file(const std::string& file);

}  // namespace podreel::cli
