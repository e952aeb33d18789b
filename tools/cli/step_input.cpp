#include "tools/cli/step_input.hpp"

#include <cerrno>
#include <iostream>
#include <unistd.h>

#include "tools/cli/key_mode.hpp"
#include "tools/cli/step_command.hpp"

namespace podreel::cli {

namespace {

/// Lines; one that is longer than any command comes in pieces.
class LineInput final : public StepInput {
 public:
  std::optional<std::string> next() override {
    constexpr std::size_t longest = 4'096;
    std::string line;
    char character = 0;
    while (line.size() < longest && std::cin.get(character) && character != '\n') line += character;
    if (line.empty() && !std::cin) return std::nullopt;
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }
};

class Keys final : public StepInput {
 public:
  std::optional<std::string> next() override {
    while (true) {
      char key = 0;
      const ssize_t got = ::read(STDIN_FILENO, &key, 1);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return std::nullopt;
      if (auto line = keys_.press(key)) return line;
    }
  }

 private:
  KeyMode mode_{STDIN_FILENO};
  StepKeys keys_;
};

}  // namespace

std::unique_ptr<StepInput> standard_step_input() {
  if (::isatty(STDIN_FILENO) != 0) return std::make_unique<Keys>();
  return std::make_unique<LineInput>();
}

}  // namespace podreel::cli
