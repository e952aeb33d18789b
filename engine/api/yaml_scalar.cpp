#include "engine/api/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "engine/api/ascii.hpp"
#include "engine/api/number_text.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::api {

namespace {

constexpr std::array true_words{"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
constexpr std::array false_words{"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"};
constexpr std::array null_words{"", "~", "null", "Null", "NULL"};
constexpr std::array not_finite_words{".nan",  ".NaN",  ".NAN",  ".inf",  ".Inf",  ".INF",
                                      "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"};

constexpr std::string_view standard_tag = "tag:yaml.org,2002:";

template <class Words>
bool is_one_of(std::string_view text, const Words& words) {
  return std::ranges::find(words, text) != words.end();
}

Tree scalar(Tree::Kind kind, std::string text, Mark mark) {
  Tree node;
  node.kind = kind;
  node.mark = mark;
  node.text = std::move(text);
  return node;
}

/// An integer's digits and base, its sign apart.
struct Digits {
  std::string_view text;
  int base = 10;
};

Digits digits_of(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return {text, 10};
  switch (text[1]) {
    case 'x':
    case 'X':
      return {text.substr(2), 16};
    case 'b':
    case 'B':
      return {text.substr(2), 2};
    case 'o':
    case 'O':
      return {text.substr(2), 8};
    default:
      return {text.substr(1), 8};
  }
}

/// An integer in the spellings of Go's ParseInt with base 0; nothing if it is none.
std::optional<Tree> integer(std::string_view text, Mark mark) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  const Digits digits = digits_of(rest);
  if (digits.text.empty() || digits.text.front() == '-') return std::nullopt;
  const char* end = digits.text.data() + digits.text.size();
  std::uint64_t magnitude = 0;
  const auto parsed = std::from_chars(digits.text.data(), end, magnitude, digits.base);
  if (parsed.ptr != end) return std::nullopt;
  constexpr std::uint64_t limit = std::uint64_t{1} << 63;
  const bool fits = magnitude < limit || (negative && magnitude == limit);
  if (parsed.ec != std::errc{} || !fits) {
    throw SyntaxError{mark, "", fmt::format("the integer {} does not fit in 64 bits", abbreviated(text))};
  }
  return scalar(Tree::Kind::integer, fmt::format("{}{}", negative && magnitude != 0 ? "-" : "", magnitude), mark);
}

/// Takes digits off the front and says how many.
std::size_t skip_digits(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, is_digit);
  const auto count = static_cast<std::size_t>(end - text.begin());
  text.remove_prefix(count);
  return count;
}

/// Go-yaml's form of a float: [-+]?(.digits|digits[.digits])[e[+-]digits].
bool is_float(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t whole = skip_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (skip_digits(text) + whole == 0) return false;
  } else if (whole == 0) {
    return false;
  }
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return skip_digits(text) > 0 && text.empty();
}

std::optional<Tree> real(std::string_view text, Mark mark) {
  if (!is_float(text)) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::optional<double> value = read_real(text);
  if (!value) return std::nullopt;
  return number_node(*value, mark);
}

std::optional<Tree> number(const std::string& text, Mark mark) {
  if (text.empty() || !(is_digit(text[0]) || text[0] == '+' || text[0] == '-' || text[0] == '.')) return std::nullopt;
  if (is_one_of(text, not_finite_words)) {
    throw SyntaxError{mark, "", fmt::format("{} is a number that JSON cannot express; quote it if it is text", text)};
  }
  if (text[0] == '.') return real(text, mark);
  std::string plain = text;
  std::erase(plain, '_');
  if (std::optional<Tree> node = integer(plain, mark)) return node;
  return real(plain, mark);
}

std::string short_tag(std::string_view tag) {
  return tag.starts_with(standard_tag) ? fmt::format("!!{}", tag.substr(standard_tag.size())) : std::string{tag};
}

bool tag_matches(std::string_view tag, Tree::Kind kind) {
  if (tag == "!!int") return kind == Tree::Kind::integer;
  if (tag == "!!float") return kind == Tree::Kind::integer || kind == Tree::Kind::real;
  if (tag == "!!bool") return kind == Tree::Kind::boolean;
  if (tag == "!!null") return kind == Tree::Kind::null;
  return tag == "!!timestamp" && kind == Tree::Kind::string;
}

}  // namespace

Tree number_node(double value, Mark mark) {
  std::string text = go_json_number(value);
  const bool whole = text.find_first_of(".e") == std::string::npos && std::abs(value) < 9.2e18;
  if (text == "-0") text = "0";
  return scalar(whole ? Tree::Kind::integer : Tree::Kind::real, std::move(text), mark);
}

Tree resolve_plain_scalar(const std::string& text, Mark mark) {
  if (is_one_of(text, null_words)) return scalar(Tree::Kind::null, "", mark);
  if (is_one_of(text, true_words)) return scalar(Tree::Kind::boolean, "true", mark);
  if (is_one_of(text, false_words)) return scalar(Tree::Kind::boolean, "false", mark);
  if (std::optional<Tree> node = number(text, mark)) return std::move(*node);
  return scalar(Tree::Kind::string, text, mark);
}

Tree resolve_scalar(const std::string& text, const std::string& tag, Mark mark) {
  if (tag == "?" || tag.empty()) return resolve_plain_scalar(text, mark);
  const std::string name = short_tag(tag);
  if (name == "!" || name == "!!str") return scalar(Tree::Kind::string, text, mark);
  constexpr std::array known{"!!int", "!!float", "!!bool", "!!null", "!!timestamp"};
  if (!is_one_of(name, known)) {
    throw SyntaxError{mark, "",
                      fmt::format("the tag {} is not accepted here; accepted: !!str, !!int, !!float, !!bool, !!null, "
                                  "!!timestamp",
                                  abbreviated(name))};
  }
  Tree node = resolve_plain_scalar(text, mark);
  if (tag_matches(name, node.kind)) return node;
  throw SyntaxError{mark, "",
                    fmt::format("\"{}\" is {}, but its tag says {}", abbreviated(text), kind_name(node.kind), name)};
}

std::string key_text(const Tree& scalar) {
  if (scalar.kind == Tree::Kind::null) {
    throw SyntaxError{scalar.mark, "", "a key is null; keys are strings, quote it if it is text"};
  }
  if (scalar.kind != Tree::Kind::real) return scalar.text;
  return go_key_number(read_real(scalar.text).value_or(0));
}

}  // namespace podreel::api
