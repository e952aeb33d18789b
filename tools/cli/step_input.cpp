#include "tools/cli/step_input.hpp"

#include <cerrno>
#include <iostream>
#include <unistd.h>

#include "tools/cli/key_mode.hpp"
#include "tools/cli/step_command.hpp"

namespace podreel::cli {

namespace {

class LineInput final : public StepInput {
 public:
  std::optional<std::string> next() override {
    std::string line;
    if (!std::getline(std::cin, line)) return std::nullopt;
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
