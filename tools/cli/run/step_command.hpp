// What the reader of `podreel run --step` asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace podreel::cli {

struct StepCommand {
  enum class What : std::uint8_t { move, first, last, search_further, search_back, quit };
  What what = What::move;
  /// How many records further, or back where negative.
  std::int64_t records = 0;
  /// What to search for; empty: what was searched for last.
  std::string text{};

  friend bool operator==(const StepCommand&, const StepCommand&) = default;
};

inline constexpr std::string_view known_step_commands =
    "n or Enter: next, b: back, N: so many further, g: first, G: last, /TEXT: search, ?TEXT: search back, q: quit";

/// "" and "n" go on, "b" and "p" go back, a number goes so many records further, "g" and "G" go to the ends, "/TEXT"
/// and
/// "?TEXT" to the next and the last record that tell of TEXT, "q" quits. Nothing for other lines.
[[nodiscard]] std::optional<StepCommand> step_command(std::string_view line);

/// Makes such lines of the keys of a terminal: arrows, space and the letters act at once, a number and a search with
/// Enter; Escape takes them back.
class StepKeys {
 public:
  /// A line, once there is one. A key without a meaning is a line that is no command.
  [[nodiscard]] std::optional<std::string> press(char key);

  /// What waits for Enter.
  [[nodiscard]] const std::string& typed() const noexcept { return typed_; }

 private:
  enum class Escape : std::uint8_t { none, begun, inside };

  [[nodiscard]] bool takes(char key) const;
  void erase_last();
  std::optional<std::string> press_escaped(char key);

  Escape escape_ = Escape::none;
  std::string typed_;
};

}  // namespace podreel::cli
