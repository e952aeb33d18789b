#include "tools/cli/run/step_input.hpp"

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <unistd.h>

#include "engine/api/printable.hpp"
#include "tools/cli/run/key_mode.hpp"
#include "tools/cli/run/step_command.hpp"

namespace podreel::cli {

namespace {

/// Reads lines; a line longer than any command is returned in pieces.
class LineInput final : public StepInput {
 public:
  std::optional<std::string> next() override {
    constexpr std::size_t max_length = 4'096;
    std::string line;
    char character = 0;
    while (line.size() < max_length && std::cin.get(character) && character != '\n') line += character;
    if (line.empty() && !std::cin) return std::nullopt;
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }
};

class Keys final : public StepInput {
 public:
  explicit Keys(Context& context) : context_{context} {}

  std::optional<std::string> next() override {
    std::optional<std::string> line;
    while (!line) {
      show_last_line(keys_.typed().empty() ? known_step_commands : keys_.typed());
      const std::optional<char> key = pressed();
      show_last_line({});
      if (!key) return std::nullopt;
      line = keys_.press(*key);
    }
    return line;
  }

 private:
  static std::optional<char> pressed() {
    char key = 0;
    ssize_t got = 0;
    do {
      got = ::read(STDIN_FILENO, &key, 1);
    } while (got < 0 && errno == EINTR);
    return got > 0 ? std::optional{key} : std::nullopt;
  }

  /// Replaces the last line of the screen. Typed text is never truncated.
  void show_last_line(std::string_view text) {
    const Terminal& terminal = context_.out_terminal;
    if (!terminal.is_terminal) return;
    const bool is_typed = !keys_.typed().empty();
    const auto room = static_cast<std::size_t>(std::max(terminal.width, 1) - 1);
    context_.out << "\r\x1b[K"
                 << (is_typed ? api::printable_line(text)
                              : emphasised(terminal, Emphasis::faint, text.substr(0, std::min(room, text.size()))))
                 << std::flush;
  }

  Context& context_;
  KeyMode mode_{STDIN_FILENO};
  StepKeys keys_;
};

}  // namespace

std::unique_ptr<StepInput> standard_lines() {
  return std::make_unique<LineInput>();
}

std::unique_ptr<StepInput> standard_step_input(Context& context) {
  if (::isatty(STDIN_FILENO) != 0) return std::make_unique<Keys>(context);
  return standard_lines();
}

}  // namespace podreel::cli
