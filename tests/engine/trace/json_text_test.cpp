#include "engine/trace/json_text.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/trace/json_buffer.hpp"

namespace podreel::trace {

namespace {

std::string json_of(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string decimal(std::int64_t value, int digits, int min_decimals = 0) {
  std::string out;
  append_decimal(out, value, digits, min_decimals);
  return out;
}

}  // namespace

TEST_CASE("texts are quoted as JSON quotes them") {
  CHECK(json_of("") == R"("")");
  CHECK(json_of("plain ~") == R"("plain ~")");
  CHECK(json_of(R"(image "nginx\1")") == R"("image \"nginx\\1\"")");
  constexpr int delete_character = 127;
  for (int character = 0; character < delete_character; ++character) {
    const std::string text = std::string("a\"") + static_cast<char>(character) + "\\b";
    CHECK(json_of(text) == nlohmann::json(text).dump());
  }
  CHECK(json_of("a\x7f") == R"("a\u007f")");
  CHECK(json_of("\xc3\xa4\"") == "\"\xc3\xa4\\\"\"");
}

TEST_CASE("a character that needs an escape is found wherever it stands in a text") {
  constexpr std::size_t longest = 20;
  for (const std::string_view special : {"\"", "\\", "\n", "\x1f", "\x7f", "\xc3\xa4", "\xf0\x9f\x90\xb3"}) {
    for (std::size_t length = 1; length <= longest; ++length) {
      for (std::size_t place = 0; place < length; ++place) {
        std::string text(length, '~');
        text.replace(place, 1, special);
        CAPTURE(text);
        CHECK(nlohmann::json::parse(json_of(text)).get<std::string>() == text);
        CHECK(json_of(text).size() > length + 2);
        CHECK(json_of(text + "\"").ends_with(R"(\"")"));
      }
    }
  }
}

TEST_CASE("a number has its decimals without zeros behind them") {
  CHECK(decimal(0, 6) == "0");
  CHECK(decimal(0, 6, 1) == "0.0");
  CHECK(decimal(1'000'000, 6, 1) == "1.0");
  CHECK(decimal(1'020'300, 6) == "1.0203");
  CHECK(decimal(5, 3) == "0.005");
  CHECK(decimal(5, 0) == "5");
  CHECK(decimal(std::numeric_limits<std::int64_t>::max(), 6) == "9223372036854.775807");
}

TEST_CASE("a member's key stands behind a comma") {
  std::string out = "{\"a\":";
  append_number(out, -1);
  append_json_key(out, "b");
  append_number(out, std::numeric_limits<std::int64_t>::min());
  CHECK(out == R"({"a":-1,"b":-9223372036854775808)");
}

TEST_CASE("a line under construction may grow to any size, also by one large piece") {
  constexpr int members = 300;
  const std::string large(100'000, 'x');
  memory::TextBuffer buffer;
  std::string expected;
  CHECK(buffer.view().empty());
  for (int member = 0; member < members; ++member) {
    append_json_key(buffer, "a", true);
    append_json_key(expected, "a", true);
    append_number(buffer, member);
    append_number(expected, member);
    REQUIRE(buffer.view() == expected);
  }
  append_json_string(buffer, large);
  append_json_string(expected, large);
  buffer.append("");
  append_decimal(buffer, 1'020'300, 6, 1);
  append_decimal(expected, 1'020'300, 6, 1);
  CHECK(buffer.view() == expected);
}

TEST_CASE("what has to be escaped lies where a line under construction grows") {
  constexpr std::size_t beyond_usual_size = 1'100;
  for (std::size_t before = 950; before < beyond_usual_size; ++before) {
    memory::TextBuffer buffer;
    buffer.append(std::string(before, '-'));
    append_json_string(buffer, R"(a text of forty characters: "", \, ~, /.)");
    CAPTURE(before);
    CHECK(buffer.view() == std::string(before, '-') + R"("a text of forty characters: \"\", \\, ~, /.")");
  }
}

TEST_CASE("a text of any length is copied whole, and nothing behind it") {
  constexpr std::size_t longest = 70;
  for (std::size_t length = 0; length <= longest; ++length) {
    std::string text;
    for (std::size_t index = 0; index < length; ++index) text.push_back(static_cast<char>('0' + index));
    std::string copy(longest + 1, '#');
    CHECK(memory::copy_short_text(text, copy.data()) == copy.data() + length);
    CHECK(copy == text + std::string(longest + 1 - length, '#'));
    memory::TextBuffer buffer;
    append_json_key(buffer, "k", false);
    append_json_string(buffer, text);
    CHECK(nlohmann::json::parse("{" + std::string{buffer.view()} + "}").at("k") == text);
  }
}

}  // namespace podreel::trace
