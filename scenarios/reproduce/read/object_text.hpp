// The text of an object among other lines.
#pragma once

#include <string>
#include <string_view>

namespace podreel::reproduce {

/// Gathers the lines of a Pod, an Event, a list of them or a part of one, in JSON or YAML, whatever its indentation.
class ObjectText {
 public:
  /// Takes a line that an object may begin with. False: it is none.
  bool begin(std::string_view line);
  /// Takes a line that belongs to it. False: it has ended before.
  bool take(std::string_view line);
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  [[nodiscard]] bool is_json() const noexcept { return is_json_; }
  /// JSON whose last bracket has not come.
  [[nodiscard]] bool is_cut() const noexcept { return is_json_ && depth_ > 0; }
  /// A document; nothing is held afterwards.
  [[nodiscard]] std::string release();

 private:
  void append(std::string_view line);
  void count_brackets(std::string_view line);

  std::string text_;
  std::size_t indent_ = 0;
  bool is_json_ = false;
  /// JSON that begins with a key.
  bool is_member_ = false;
  bool in_string_ = false;
  int depth_ = 0;
};

}  // namespace podreel::reproduce
