#include "tools/cli/run/step_command.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace podreel::cli {

namespace {

using What = StepCommand::What;

std::vector<std::string> lines_from_keys(const std::string& keys) {
  StepKeys reader;
  std::vector<std::string> lines;
  for (const char key : keys) {
    if (auto line = reader.press(key)) lines.push_back(*line);
  }
  return lines;
}

}  // namespace

TEST_CASE("lines are commands") {
  CHECK(step_command("") == StepCommand{What::move, 1});
  CHECK(step_command("n") == StepCommand{What::move, 1});
  CHECK(step_command("b") == StepCommand{What::move, -1});
  CHECK(step_command("p") == StepCommand{What::move, -1});
  CHECK(step_command("12") == StepCommand{What::move, 12});
  CHECK(step_command("-3") == StepCommand{What::move, -3});
  CHECK(step_command("g") == StepCommand{What::first, 0});
  CHECK(step_command("G") == StepCommand{What::last, 0});
  CHECK(step_command("q") == StepCommand{What::quit, 0});
  CHECK(step_command("/back off") == StepCommand{What::search_further, 0, "back off"});
  CHECK(step_command("?a/b") == StepCommand{What::search_back, 0, "a/b"});
  CHECK(step_command("/") == StepCommand{What::search_further, 0, ""});
  for (const char* nonsense : {"x", "1x", "-", "99999999999999999999", "nn", " "}) {
    CAPTURE(nonsense);
    CHECK_FALSE(step_command(nonsense));
  }
}

TEST_CASE("keys act at once") {
  CHECK(lines_from_keys("n bp\rgGq") == std::vector<std::string>{"n", "n", "b", "p", "", "g", "G", "q"});
  CHECK(lines_from_keys("x\x04") == std::vector<std::string>{"x", "q"});
}

TEST_CASE("arrows, Home and End, however the terminal sends them") {
  CHECK(lines_from_keys("\x1b[C\x1b[D\x1bOC\x1bOD") == std::vector<std::string>{"n", "b", "n", "b"});
  CHECK(lines_from_keys("\x1b[B\x1b[A\x1b[H\x1b[F") == std::vector<std::string>{"n", "b", "g", "G"});
  CHECK(lines_from_keys("\x1b[1;5C") == std::vector<std::string>{"n"});
}

TEST_CASE("a number waits for Enter and can be corrected") {
  CHECK(lines_from_keys("12\n") == std::vector<std::string>{"12"});
  CHECK(lines_from_keys("12\x7f"
                        "3\n") == std::vector<std::string>{"13"});
  CHECK(lines_from_keys("12n\n") == std::vector<std::string>{"n", ""});
}

TEST_CASE("a search waits for Enter, takes letters and digits, and can be corrected or taken back") {
  CHECK(lines_from_keys("/quit 7?\n") == std::vector<std::string>{"/quit 7?"});
  CHECK(lines_from_keys("?b\n") == std::vector<std::string>{"?b"});
  CHECK(lines_from_keys("/p\xC3\xB6\x7fod\n") == std::vector<std::string>{"/pod"});
  CHECK(lines_from_keys("/\x7f"
                        "n") == std::vector<std::string>{"n"});
  CHECK(lines_from_keys("/pod\x1b[Cn") == std::vector<std::string>{"n", "n"});
}

}  // namespace podreel::cli
