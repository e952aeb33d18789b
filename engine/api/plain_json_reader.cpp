#include "engine/api/plain_json_reader.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

#include "engine/api/ascii.hpp"
#include "engine/api/input_limits.hpp"
#include "engine/api/tree_builder.hpp"

namespace podreel::api {

namespace {

/// Bytes at which a run of ordinary characters in a string ends.
constexpr std::array<bool, 256> ends_run = [] {
  std::array<bool, 256> ends{};
  for (std::size_t byte = 0; byte < ' '; ++byte) ends[byte] = true;
  ends['"'] = true;
  ends['\\'] = true;
  return ends;
}();

void append_utf8(std::uint32_t code, std::string& out) {
  constexpr std::uint32_t two_bytes = 0x80;
  constexpr std::uint32_t three_bytes = 0x800;
  const auto continuation = [](std::uint32_t bits) { return static_cast<char>(0x80U | (bits & 0x3FU)); };
  if (code < two_bytes) {
    out += static_cast<char>(code);
  } else if (code < three_bytes) {
    out += {static_cast<char>(0xC0U | code >> 6U), continuation(code)};
  } else {
    out += {static_cast<char>(0xE0U | code >> 12U), continuation(code >> 6U), continuation(code)};
  }
}

/// Whether two members have the same key. Most maps are small.
bool has_duplicate(const std::vector<Tree::Member>& members) {
  constexpr std::size_t small = 12;
  if (members.size() <= small) {
    for (std::size_t later = 1; later < members.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (members[earlier].key == members[later].key) return true;
      }
    }
    return false;
  }
  std::vector<std::string_view> keys;
  keys.reserve(members.size());
  for (const Tree::Member& member : members) keys.emplace_back(member.key);
  std::ranges::sort(keys);
  return std::ranges::adjacent_find(keys) != keys.end();
}

/// Every function returns false where the reader gives up.
class PlainJsonReader {
 public:
  explicit PlainJsonReader(std::string_view text)
      : at_(text.data()), end_(text.data() + text.size()), line_start_(text.data()) {}

  std::optional<std::vector<Tree>> read() {
    std::vector<Tree> values;
    for (skip_blanks(); at_ != end_; skip_blanks()) {
      if (!value(values.emplace_back())) return std::nullopt;
    }
    return values;
  }

 private:
  void skip_blanks() {
    for (; at_ != end_; ++at_) {
      if (*at_ == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      } else if (*at_ != ' ' && *at_ != '\r' && *at_ != '\t') {
        return;
      }
    }
  }

  bool take(char character) {
    skip_blanks();
    if (at_ == end_ || *at_ != character) return false;
    ++at_;
    return true;
  }

  [[nodiscard]] Mark here() const { return {line_, static_cast<int>(at_ - line_start_) + 1}; }

  /// `at_` is the value's first character.
  bool value(Tree& node) {
    if (++values_ > input_limits.values || at_ == end_) return false;
    node.mark = here();
    switch (*at_) {
      case '{':
        return map(node);
      case '[':
        return list(node);
      case '"':
        node.kind = Tree::Kind::string;
        return string(node.text);
      case 't':
        return word("true", Tree::Kind::boolean, node);
      case 'f':
        return word("false", Tree::Kind::boolean, node);
      case 'n':
        return word("null", Tree::Kind::null, node);
      default:
        return integer(node);
    }
  }

  bool word(std::string_view text, Tree::Kind kind, Tree& node) {
    if (!std::string_view{at_, static_cast<std::size_t>(end_ - at_)}.starts_with(text)) return false;
    at_ += text.size();
    node.kind = kind;
    if (kind == Tree::Kind::boolean) node.text = text;
    return true;
  }

  bool integer(Tree& node) {
    constexpr std::ptrdiff_t surely_64_bits = 18;
    const char* const start = at_;
    if (*at_ == '-') ++at_;
    const char* const digits = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    const std::ptrdiff_t length = at_ - digits;
    const bool is_plain =
        length > 0 && length <= surely_64_bits && (*digits != '0' || (length == 1 && start == digits));
    if (!is_plain || (at_ != end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E'))) return false;
    node.kind = Tree::Kind::integer;
    node.text.assign(start, at_);
    return true;
  }

  /// `at_` is the opening quote.
  bool string(std::string& text) {
    ++at_;
    while (true) {
      const char* const start = at_;
      while (at_ != end_ && !ends_run[static_cast<unsigned char>(*at_)]) ++at_;
      text.append(start, at_);
      if (at_ == end_ || text.size() > input_limits.scalar_bytes) return false;
      if (*at_ == '"') return ++at_, true;
      if (*at_ != '\\' || !escape(text)) return false;
    }
  }

  bool escape(std::string& text) {
    constexpr std::string_view letters = R"("\/bfnrt)";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (end_ - at_ < 2) return false;
    const char letter = at_[1];
    at_ += 2;
    if (letter == 'u') return code_unit(text);
    const std::size_t which = letters.find(letter);
    if (which == std::string_view::npos) return false;
    text += meanings[which];
    return true;
  }

  bool code_unit(std::string& text) {
    constexpr std::ptrdiff_t digits = 4;
    if (end_ - at_ < digits) return false;
    std::uint32_t code = 0;
    for (const char* const end = at_ + digits; at_ != end; ++at_) {
      constexpr std::string_view hex = "0123456789abcdefABCDEF";
      const std::size_t digit = hex.find(*at_);
      if (digit == std::string_view::npos) return false;
      code = code * 16 + static_cast<std::uint32_t>(digit < 16 ? digit : digit - 6);
    }
    if (code >= 0xD800 && code < 0xE000) return false;
    append_utf8(code, text);
    return true;
  }

  bool list(Tree& node) {
    node.kind = Tree::Kind::list;
    if (++depth_ > input_limits.depth) return false;
    ++at_;
    skip_blanks();
    const std::size_t first = items_.size();
    while (at_ != end_ && *at_ != ']') {
      if (items_.size() > first && !take(',')) return false;
      skip_blanks();
      Tree item;
      if (!value(item)) return false;
      items_.push_back(std::move(item));
      skip_blanks();
    }
    if (at_ == end_) return false;
    ++at_;
    --depth_;
    const auto begin = items_.begin() + static_cast<std::ptrdiff_t>(first);
    node.items.assign(std::move_iterator{begin}, std::move_iterator{items_.end()});
    items_.resize(first);
    return true;
  }

  bool map(Tree& node) {
    node.kind = Tree::Kind::map;
    if (++depth_ > input_limits.depth) return false;
    ++at_;
    skip_blanks();
    const std::size_t first = members_.size();
    while (at_ != end_ && *at_ != '}') {
      if (members_.size() > first && !take(',')) return false;
      Tree::Member entry;
      if (!member(entry)) return false;
      members_.push_back(std::move(entry));
      skip_blanks();
    }
    if (at_ == end_) return false;
    ++at_;
    --depth_;
    const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(first);
    node.members.assign(std::move_iterator{begin}, std::move_iterator{members_.end()});
    members_.resize(first);
    return !has_duplicate(node.members);
  }

  bool member(Tree::Member& entry) {
    skip_blanks();
    if (at_ == end_ || *at_ != '"') return false;
    entry.mark = here();
    if (!string(entry.key) || !take(':')) return false;
    skip_blanks();
    return value(entry.value);
  }

  const char* at_;
  const char* end_;
  const char* line_start_;
  int line_ = 1;
  std::size_t depth_ = 0;
  std::size_t values_ = 0;
  /// Items of the lists and maps that are still open, so that each becomes a vector of the right size.
  std::vector<Tree> items_;
  std::vector<Tree::Member> members_;
};

}  // namespace

std::optional<std::vector<Tree>> read_plain_json(std::string_view text) {
  return PlainJsonReader{text}.read();
}

}  // namespace podreel::api
