// Commands of `podreel run --step`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace podreel::cli {

struct StepCommand {
  enum class What : std::uint8_t { move, first, last, search_further, search_back, quit };
  What what = What::move;
  /// Number of records to move forwards; negative: backwards.
  std::int64_t records = 0;
  /// Text to search for; empty: repeat the last search.
  std::string text{};

  friend bool operator==(const StepCommand&, const StepCommand&) = default;
};

inline constexpr std::string_view known_step_commands =
    "n or Enter: next, b: back, N: forward N records, g: first, G: last, /TEXT: search, ?TEXT: search back, q: quit";

/// Parses a line: "" and "n" move forwards, "b" and "p" move back, a number N moves N records forwards, "g" and "G" go
/// to the ends, "/TEXT" and "?TEXT" to the next and the previous record with TEXT, "q" quits. No value for other lines.
[[nodiscard]] std::optional<StepCommand> step_command(std::string_view line);

/// Converts keys of a terminal to such lines. Arrows, space and letters act at once; a number or a search needs Enter,
/// and Escape discards it.
class StepKeys {
 public:
  /// Returns a line when it is complete. An unknown key returns a line that is not a command.
  [[nodiscard]] std::optional<std::string> press(char key);

  /// Typed characters that wait for Enter.
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
