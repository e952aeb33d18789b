#include "tools/cli/run/step_command.hpp"

#include <charconv>
#include <utility>

#include "engine/api/ascii.hpp"

namespace podreel::cli {

namespace {

constexpr char escape_key = '\x1b';
constexpr char end_of_input_key = '\x04';

bool is_part_of_number(char key) {
  return key == '-' || api::is_digit(key);
}

bool is_erasing(char key) {
  return key == '\b' || key == '\x7f';
}

bool begins_search(char key) {
  return key == '/' || key == '?';
}

bool is_control(char key) {
  constexpr unsigned char first_shown = ' ';
  return static_cast<unsigned char>(key) < first_shown || key == '\x7f';
}

bool continues_character(char byte) {
  constexpr unsigned char mark = 0x80;
  constexpr unsigned char mask = 0xC0;
  return (static_cast<unsigned char>(byte) & mask) == mark;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<StepCommand> step_command(std::string_view line) {
  using What = StepCommand::What;
  if (line.empty() || line == "n") return StepCommand{What::move, 1};
  if (line == "b" || line == "p") return StepCommand{What::move, -1};
  if (line == "g") return StepCommand{What::first, 0};
  if (line == "G") return StepCommand{What::last, 0};
  if (line == "q") return StepCommand{What::quit, 0};
  if (begins_search(line.front())) {
    return StepCommand{.what = line.front() == '/' ? What::search_further : What::search_back,
                       .text = std::string{line.substr(1)}};
  }
  if (const auto records = number(line)) return StepCommand{What::move, *records};
  return std::nullopt;
}

std::optional<std::string> StepKeys::press(char key) {
  if (escape_ != Escape::none) return press_escaped(key);
  if (takes(key)) {
    typed_ += key;
    return std::nullopt;
  }
  if (is_erasing(key) && !typed_.empty()) {
    erase_last();
    return std::nullopt;
  }
  std::string typed = std::exchange(typed_, {});
  if (key == '\r' || key == '\n') return typed;
  if (key == ' ') return "n";
  if (key == end_of_input_key) return "q";
  if (key == escape_key) {
    escape_ = Escape::begun;
    return std::nullopt;
  }
  return std::string{key};
}

bool StepKeys::takes(char key) const {
  const bool searches = !typed_.empty() && begins_search(typed_.front());
  return searches ? !is_control(key) : is_part_of_number(key) || (typed_.empty() && begins_search(key));
}

void StepKeys::erase_last() {
  while (continues_character(typed_.back())) typed_.pop_back();
  typed_.pop_back();
}

/// Handles the characters after ESC: "[" or "O", optional parameters, and the letter that names the key.
std::optional<std::string> StepKeys::press_escaped(char key) {
  if (escape_ == Escape::begun && (key == '[' || key == 'O')) {
    escape_ = Escape::inside;
    return std::nullopt;
  }
  if (escape_ == Escape::inside && (is_part_of_number(key) || key == ';')) return std::nullopt;
  escape_ = Escape::none;
  switch (key) {
    case 'C':
    case 'B':
      return "n";
    case 'D':
    case 'A':
      return "b";
    case 'H':
      return "g";
    case 'F':
      return "G";
    default:
      return std::string{escape_key};
  }
}

}  // namespace podreel::cli
