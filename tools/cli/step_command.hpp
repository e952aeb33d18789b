// What the reader of `podreel run --step` asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace podreel::cli {

struct StepCommand {
  enum class What : std::uint8_t { move, first, last, quit };
  What what = What::move;
  /// How many records further, or back where negative.
  std::int64_t records = 0;

  friend bool operator==(const StepCommand&, const StepCommand&) = default;
};

/// "" and "n" go on, "b" and "p" go back, a number goes so many records further, "g" and "G" go to the ends, "q" quits.
/// Nothing for other lines.
[[nodiscard]] std::optional<StepCommand> step_command(std::string_view line);

/// Makes such lines of the keys of a terminal: arrows, space and the letters act at once, a number with Enter.
class StepKeys {
 public:
  /// A line, once there is one. A key without a meaning is told as "?".
  [[nodiscard]] std::optional<std::string> press(char key);

 private:
  enum class Escape : std::uint8_t { none, begun, inside };

  std::optional<std::string> press_escaped(char key);

  Escape escape_ = Escape::none;
  std::string number_;
};

}  // namespace podreel::cli
