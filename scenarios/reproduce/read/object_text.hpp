// Collects the text of an object among other lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::reproduce {

/// Collects the lines of a Pod, an Event, a list of them or a part of one, in JSON or YAML, whatever its indentation.
class ObjectText {
 public:
  /// Takes the first line of an object. Returns false if the line begins none.
  bool begin(std::string_view line);
  /// Takes a further line. Returns false if the object has ended.
  bool take(std::string_view line);
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  [[nodiscard]] bool is_json() const noexcept { return is_json_; }
  /// Whether the closing bracket of JSON is missing.
  [[nodiscard]] bool is_cut() const noexcept { return is_json_ && depth_ > 0; }
  /// Returns the collected document and clears it.
  [[nodiscard]] std::string release();

 private:
  void append(std::string_view line);
  void count_brackets(std::string_view line);

  std::string text_;
  std::size_t indent_ = 0;
  bool is_json_ = false;
  /// The JSON begins with a key.
  bool is_member_ = false;
  bool in_string_ = false;
  int depth_ = 0;
};

/// Returns JSON that was cut at its end, up to its last complete value, with its brackets closed. Empty if no value is
/// complete.
[[nodiscard]] std::string closed_json(std::string_view text);

/// Returns the largest texts in braces of JSON that is cut at its front, at its end, or at both. Some may be no JSON,
/// because the front may be cut inside a string.
[[nodiscard]] std::vector<std::string> complete_objects(std::string_view text);

}  // namespace podreel::reproduce
