#include "engine/api/json_reader.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/api/document_text.hpp"
#include "engine/api/input_limits.hpp"
#include "engine/api/json_value.hpp"
#include "engine/api/plain_json_reader.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/tree_builder.hpp"
#include "engine/api/yaml_scalar.hpp"

namespace podreel::api {

namespace {

/// Position of the parser in the text, and the beginning of the last value or key.
class Position {
 public:
  explicit Position(std::string_view text) : text_(text) {}

  void advance() noexcept { ++offset_; }
  [[nodiscard]] std::size_t offset() const noexcept { return offset_; }
  [[nodiscard]] const char* at() const noexcept { return text_.data() + offset_; }

  /// Must be called at every key and value, in order: only blanks and punctuation are between two of them.
  Mark next_start() {
    const std::size_t start = std::min(text_.find_first_not_of(" \t\r\n,:]}", token_end_), text_.size());
    const std::string_view gap = text_.substr(token_end_, start - token_end_);
    for (std::size_t end = gap.find('\n'); end != std::string_view::npos; end = gap.find('\n', end + 1)) {
      ++line_;
      line_start_ = token_end_ + end + 1;
    }
    token_end_ = offset_;
    last_ = {line_, static_cast<int>(start - line_start_) + 1};
    return last_;
  }

  [[nodiscard]] Mark last() const noexcept { return last_; }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t token_end_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  Mark last_{1, 1};
};

/// Characters of a text for the parser, which takes them one by one; a Position follows it.
class TrackedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackedIterator(const char* at, Position* position) : at_(at), position_(position) {}

  reference operator*() const { return *at_; }
  TrackedIterator& operator++() {
    position_->advance();
    ++at_;
    return *this;
  }
  TrackedIterator operator++(int) {
    TrackedIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackedIterator& left, const TrackedIterator& right) { return left.at_ == right.at_; }

 private:
  const char* at_;
  Position* position_;
};

/// Turns the parser's events into a tree.
class TreeHandler final : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeHandler(std::string_view text, Position& position, TreeBuilder& builder)
      : text_(text), position_(position), builder_(builder) {}

  bool null() override { return add(Tree::Kind::null, ""); }
  bool boolean(bool value) override { return add(Tree::Kind::boolean, value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return add(Tree::Kind::integer, fmt::format("{}", value)); }

  bool number_unsigned(number_unsigned_t value) override {
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (value > largest) too_large(fmt::format("{}", value));
    return add(Tree::Kind::integer, fmt::format("{}", value));
  }

  bool number_float(number_float_t value, const string_t& text) override {
    if (text.find_first_of(".eE") == std::string::npos) too_large(text);
    builder_.add(number_node(value, counted()));
    return true;
  }

  bool string(string_t& value) override {
    if (value.size() > input_limits.scalar_bytes) {
      throw SyntaxError{position_.next_start(), builder_.path(),
                        fmt::format("a string is longer than {} MiB", input_limits.scalar_bytes / InputLimits::mebi)};
    }
    return add(Tree::Kind::string, std::move(value));
  }
  bool binary(binary_t& /*value*/) override { return false; }

  bool start_object(std::size_t /*elements*/) override { return begin(Tree::Kind::map); }
  bool start_array(std::size_t /*elements*/) override { return begin(Tree::Kind::list); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }

  bool key(string_t& value) override {
    builder_.key(std::move(value), position_.next_start());
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*last*/,
                   const nlohmann::json::exception& error) override {
    const std::size_t offset = position_.offset() == 0 ? 0 : position_.offset() - 1;
    throw SyntaxError{mark_at(text_, offset), builder_.path(), "invalid JSON: " + reason_of(error)};
  }

 private:
  Mark counted() {
    const Mark mark = position_.next_start();
    builder_.count(1, mark);
    return mark;
  }

  bool add(Tree::Kind kind, std::string text) {
    Tree node;
    node.kind = kind;
    node.mark = counted();
    node.text = std::move(text);
    builder_.add(std::move(node));
    return true;
  }

  bool begin(Tree::Kind kind) {
    builder_.begin(kind, counted());
    return true;
  }

  bool end() {
    builder_.add(builder_.end());
    return true;
  }

  [[noreturn]] void too_large(std::string_view number) {
    throw SyntaxError{position_.next_start(), builder_.path(),
                      fmt::format("the integer {} does not fit in 64 bits", abbreviated(number))};
  }

  std::string_view text_;
  Position& position_;
  TreeBuilder& builder_;
};

}  // namespace

std::vector<Tree> read_json(std::string_view text) {
  if (std::optional<std::vector<Tree>> values = read_plain_json(text)) return std::move(*values);
  TreeBuilder builder;
  Position position{text};
  TreeHandler handler{text, position, builder};
  const auto rest_is_blank = [&] {
    return text.find_first_not_of(" \t\r\n", position.offset()) == std::string_view::npos;
  };
  while (!rest_is_blank()) {
    const TrackedIterator begin{position.at(), &position};
    const TrackedIterator end{text.data() + text.size(), &position};
    nlohmann::json::sax_parse(begin, end, &handler, nlohmann::json::input_format_t::json, false);
  }
  return builder.take();
}

}  // namespace podreel::api
