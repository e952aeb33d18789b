#include "tools/text/terminal.hpp"

#include <cstdlib>
#include <fmt/color.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace podreel::cli {

namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool is_dumb() {
  const char* type = std::getenv("TERM");
  return type == nullptr || std::string_view{type} == "dumb";
}

int width_of(int descriptor) {
  constexpr int usual_width = 80;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual_width;
  return size.ws_col;
}

fmt::text_style style_of(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::strong:
      return fmt::emphasis::bold;
    case Emphasis::faint:
      return fmt::emphasis::faint;
    case Emphasis::good:
      return fmt::fg(fmt::terminal_color::green);
    case Emphasis::warning:
      return fmt::fg(fmt::terminal_color::yellow);
    case Emphasis::bad:
      return fmt::fg(fmt::terminal_color::red);
    case Emphasis::name:
      return fmt::fg(fmt::terminal_color::cyan);
  }
  return {};
}

}  // namespace

Terminal terminal_of(int descriptor) {
  if (isatty(descriptor) == 0) return {};
  return {.is_terminal = true, .colour = !is_set("NO_COLOR") && !is_dumb(), .width = width_of(descriptor)};
}

std::string emphasised(const Terminal& terminal, Emphasis emphasis, std::string_view text) {
  if (!terminal.colour) return std::string{text};
  return fmt::format(style_of(emphasis), "{}", text);
}

}  // namespace podreel::cli
