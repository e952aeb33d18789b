#include "tools/cli/progress.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace podreel::cli {

namespace {

constexpr std::chrono::milliseconds patience{500};
constexpr std::chrono::milliseconds interval{100};
constexpr std::string_view wipe_line = "\r\x1b[K";

std::string bar(std::uint64_t done, std::uint64_t total, std::uint64_t width) {
  const std::uint64_t filled = total >= width ? std::min(done / (total / width), width) : done * width / total;
  return std::string(filled, '#') + std::string(width - filled, '.');
}

}  // namespace

Progress::Progress(std::ostream& diagnostics, const Terminal& terminal, std::string what, std::uint64_t total, Now now)
    : diagnostics_{diagnostics},
      terminal_{terminal},
      what_{std::move(what)},
      total_{total},
      now_{now},
      next_drawing_{now() + patience} {}

Progress::~Progress() {
  if (shown_) diagnostics_ << wipe_line << std::flush;
}

void Progress::at(std::uint64_t done) {
  if (!terminal_.is_terminal || total_ == 0) return;
  const Clock::time_point now = now_();
  if (now < next_drawing_) return;
  next_drawing_ = now + interval;
  draw(std::min(done, total_));
}

void Progress::draw(std::uint64_t done) {
  constexpr std::uint64_t widest_bar = 40;
  constexpr std::uint64_t decoration = 9;  // " [", "] ", "100%", and the last column left free
  const std::uint64_t percent =
      total_ >= 100 ? std::min<std::uint64_t>(done / (total_ / 100), 100) : done * 100 / total_;
  const auto columns = static_cast<std::uint64_t>(std::max(terminal_.width, 0));
  const std::uint64_t taken = what_.size() + decoration;
  const std::uint64_t room = columns > taken ? std::min(columns - taken, widest_bar) : 0;
  diagnostics_ << wipe_line << what_;
  if (room > 0) diagnostics_ << " [" << bar(done, total_, room) << ']';
  diagnostics_ << fmt::format(" {:3}%", percent) << std::flush;
  shown_ = true;
}

}  // namespace podreel::cli
