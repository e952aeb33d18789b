#include "tools/cli/arguments/progress.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "scenarios/format/shapes/duration.hpp"

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

Progress::Progress(std::ostream& diagnostics, const Terminal& terminal, std::string what, std::uint64_t total, Of of,
                   Now now)
    : diagnostics_{diagnostics},
      terminal_{terminal},
      what_{std::move(what)},
      total_{total},
      of_{of},
      now_{now},
      begin_{now()},
      next_drawing_{begin_ + patience} {}

Progress::~Progress() {
  hide();
}

void Progress::hide() {
  if (std::exchange(shown_, false)) diagnostics_ << wipe_line << std::flush;
}

void Progress::at(std::uint64_t done) {
  if (!terminal_.is_terminal || total_ == 0) return;
  const Clock::time_point now = now_();
  if (now < next_drawing_) return;
  next_drawing_ = now + interval;
  draw(std::min(done, total_), now - begin_);
}

void Progress::draw(std::uint64_t done, Clock::duration taken) {
  constexpr std::uint64_t widest_bar = 40;
  constexpr std::uint64_t decoration = 9;  // " [", "] ", "100%", and the last column left free
  const std::uint64_t percent =
      total_ >= 100 ? std::min<std::uint64_t>(done / (total_ / 100), 100) : done * 100 / total_;
  const auto columns = static_cast<std::uint64_t>(std::max(terminal_.width, 0));
  const std::string text = pace(done, taken);
  const std::uint64_t others = what_.size() + decoration + text.size();
  const std::uint64_t room = columns > others ? std::min(columns - others, widest_bar) : 0;
  diagnostics_ << wipe_line << what_;
  if (room > 0) diagnostics_ << " [" << bar(done, total_, room) << ']';
  diagnostics_ << fmt::format(" {:3}%", percent) << (room > 0 ? text : "") << std::flush;
  shown_ = true;
}

std::string Progress::pace(std::uint64_t done, Clock::duration taken) const {
  using Seconds = std::chrono::duration<double>;
  if (done == 0) return {};
  const double a_second = static_cast<double>(done) / Seconds{taken}.count();
  const std::chrono::seconds left{static_cast<std::int64_t>(static_cast<double>(total_ - done) / a_second)};
  const std::string rate = of_ == Of::things ? fmt::format(" {:.0f}/s,", a_second) : "";
  return fmt::format("{} {} left", rate, format::duration_text(left));
}

InputProgress::InputProgress(Context& context, const std::string& file)
    : InputProgress{context, file, size_of_file(file)} {}

InputProgress::InputProgress(Context& context, const std::string& file, std::uint64_t total)
    : progress_{context.diagnostics, context.diagnostics_terminal, file, total} {}

InputProgress InputProgress::while_answering(Context& context, const std::string& file) {
  return {context, file, context.out_terminal.is_terminal ? 0 : size_of_file(file)};
}

std::uint64_t size_of_file(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

}  // namespace podreel::cli
