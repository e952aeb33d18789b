#include "tools/cri/kubelet_log/log_values.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "engine/release/go_text.hpp"

namespace podreel::cri {

namespace {

/// A code point as UTF-8.
std::string utf8(std::uint32_t point) {
  constexpr std::uint32_t low_bits = 0x3F;
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80U | ((point >> shift) & low_bits)); };
  if (point < 0x80U) return {static_cast<char>(point)};
  if (point < 0x800U) return {static_cast<char>(0xC0U | (point >> 6U)), tail(0)};
  if (point < 0x10000U) return {static_cast<char>(0xE0U | (point >> 12U)), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | (point >> 18U)), tail(12), tail(6), tail(0)};
}

/// Reads values from the start of a text.
class Values {
 public:
  explicit Values(std::string_view text) : text_{text} {}

  [[nodiscard]] std::string_view rest() const noexcept { return text_; }

  /// No value if the text does not begin with a complete value.
  std::optional<std::string> take() {
    if (text_.starts_with('"')) return take_quoted();
    if (text_.starts_with("<\n")) return take_lines();
    const std::size_t end = std::min(text_.find(' '), text_.size());
    std::string word{text_.substr(0, end)};
    text_.remove_prefix(end);
    return word;
  }

 private:
  /// Reads what strconv.Quote writes.
  std::optional<std::string> take_quoted() {
    std::string value;
    text_.remove_prefix(1);
    while (!text_.empty()) {
      const char next = text_.front();
      text_.remove_prefix(1);
      if (next == '"') return value;
      if (next != '\\') {
        value += next;
      } else if (auto escaped = take_escaped()) {
        value += *escaped;
      } else {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::optional<std::string> take_escaped() {
    if (text_.empty()) return std::nullopt;
    const char kind = text_.front();
    text_.remove_prefix(1);
    constexpr std::string_view letters = "abfnrtv\\\"'";
    constexpr std::string_view meant = "\a\b\f\n\r\t\v\\\"'";
    if (const std::size_t at = letters.find(kind); at != std::string_view::npos) return std::string{meant[at]};
    const auto code = take_hex(kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0);
    if (!code) return std::nullopt;
    return kind == 'x' ? std::string{static_cast<char>(*code)} : utf8(*code);
  }

  std::optional<std::uint32_t> take_hex(std::size_t digits) {
    constexpr int base = 16;
    std::uint32_t value = 0;
    const std::string_view part = text_.substr(0, digits);
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value, base);
    if (digits == 0 || part.size() < digits || error != std::errc{} || end != part.data() + part.size())
      return std::nullopt;
    text_.remove_prefix(digits);
    return value;
  }

  /// Reads lines that begin with a tab, until the line " >".
  std::optional<std::string> take_lines() {
    std::string value;
    text_.remove_prefix(2);
    while (text_.starts_with('\t')) {
      const std::size_t end = text_.find('\n');
      if (end == std::string_view::npos) return std::nullopt;
      if (!value.empty()) value += '\n';
      value += text_.substr(1, end - 1);
      text_.remove_prefix(end + 1);
    }
    constexpr std::string_view close = " >";
    if (!text_.starts_with(close)) return std::nullopt;
    text_.remove_prefix(close.size());
    return value;
  }

  std::string_view text_;
};

}  // namespace

std::optional<std::string> log_value(std::string_view message, std::string_view key) {
  Values values{message};
  // The title.
  if (message.starts_with('"') && !values.take()) return std::nullopt;
  while (values.rest().starts_with(' ')) {
    std::string_view rest = values.rest().substr(1);
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view name = rest.substr(0, equals);
    values = Values{rest.substr(equals + 1)};
    auto value = values.take();
    if (!value || name == key) return value;
  }
  return std::nullopt;
}

std::string log_value_of(std::string_view text) {
  if (text.find('\n') == std::string_view::npos) return release::go_quoted(text);
  std::string lines = "<\n\t";
  for (const char next : text) {
    lines += next;
    if (next == '\n') lines += '\t';
  }
  return lines + "\n >";
}

}  // namespace podreel::cri
