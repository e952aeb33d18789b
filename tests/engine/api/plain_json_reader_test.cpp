// The fast reader agrees with the slow one, or gives up.
#include "engine/api/plain_json_reader.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/api/syntax_error.hpp"

namespace podreel::api {

namespace {

/// "1:1 a map {1:2 a=1:6 a string x}": kinds, places and texts of a whole tree.
std::string shown(const Tree& node) {
  std::string text = fmt::format("{}:{} {}", node.mark.line, node.mark.column, kind_name(node.kind));
  if (!node.text.empty()) text += " " + node.text;
  for (const Tree& item : node.items) text += " [" + shown(item) + "]";
  for (const Tree::Member& member : node.members) {
    text += fmt::format(" {{{}:{} {}={}}}", member.mark.line, member.mark.column, member.key, shown(member.value));
  }
  return text;
}

std::string read_fast(std::string_view text) {
  const auto values = read_plain_json(text);
  if (!values) return "gave up";
  std::string all;
  for (const Tree& value : *values) all += (all.empty() ? "" : " | ") + shown(value);
  return all;
}

}  // namespace

TEST_CASE("lists and maps beside each other are no depth") {
  std::string text = "[";
  for (int count = 0; count < 300; ++count) text += R"({"a": [1]},)";
  text.back() = ']';
  CHECK(read_plain_json(text).has_value());
  CHECK(read_plain_json(std::string(200, '[') + std::string(200, ']')).has_value());
  CHECK_FALSE(read_plain_json(std::string(201, '[') + std::string(201, ']')).has_value());
}

TEST_CASE("values have their kinds, texts and places") {
  CHECK(read_fast(R"({"a": [1, -20, true, null],)"
                  "\n"
                  R"(  "b": {"c": "x"}})") ==
        "1:1 a map {1:2 a=1:7 a list [1:8 an integer 1] [1:11 an integer -20] [1:16 a boolean true] [1:22 null]} "
        "{2:3 b=2:8 a map {2:9 c=2:14 a string x}}");
  CHECK(read_fast("[] {}\r\n\t0") == "1:1 a list | 1:4 a map | 2:2 an integer 0");
  CHECK(read_fast("   ") == "");
}

TEST_CASE("escapes are resolved") {
  CHECK(read_fast(R"("\"\\\/\n\t")") == "1:1 a string \"\\/\n\t");
  CHECK(read_fast(R"("\u003c\u00e9\u20ac")") == "1:1 a string <é€");
  CHECK(read_fast(R"("ä\u0000")") == std::string{"1:1 a string ä\0", 16});
}

TEST_CASE("what is wrong, beyond a limit or rare is left to the slow reader") {
  for (const char* text : {"[1,]",
                           "[1 2]",
                           "{\"a\":1,}",
                           "{\"a\" 1}",
                           "{a:1}",
                           "[",
                           "{",
                           "\"x",
                           "\"\\x\"",
                           "\"\\u12g4\"",
                           "\"a\nb\"",
                           "01",
                           "-",
                           "-0",
                           "1.5",
                           "1e3",
                           "12345678901234567890",
                           "tru",
                           "nul",
                           "{\"a\":1,\"a\":2}",
                           R"("\ud83d\ude00")",
                           "]"}) {
    CAPTURE(text);
    CHECK(read_fast(text) == "gave up");
  }
  CHECK(read_fast(std::string(201, '[') + std::string(201, ']')) == "gave up");
  std::string many = "{";
  for (int index = 0; index < 20; ++index) many += fmt::format("\"k{}\":0,", index);
  CHECK(read_fast(many + "\"k3\":1}") == "gave up");
  CHECK(read_fast(many + "\"k20\":1}") != "gave up");
}

TEST_CASE("characters of two halves are left to the slow reader, and those beside them are not") {
  CHECK(read_fast(R"("\ud800")") == "gave up");
  CHECK(read_fast(R"("\udfff")") == "gave up");
  CHECK(read_fast(R"("\ud7ff")") == "1:1 a string \xED\x9F\xBF");
  CHECK(read_fast(R"("\ue000")") == "1:1 a string \xEE\x80\x80");
  CHECK(read_fast(R"("\u007f\u0080\u07FF\u0800")") == "1:1 a string \x7F\xC2\x80\xDF\xBF\xE0\xA0\x80");
}

TEST_CASE("what comes behind an error does not become a value of its own") {
  for (const char* text : {R"("\q1)", R"("\u12g41)", "\"a\n1", R"("\)", R"("\u12)", R"({"a":1}})", "[[1,2]", "[1]]"}) {
    CAPTURE(text);
    CHECK(read_fast(text) == "gave up");
  }
}

TEST_CASE("hex digits may be large or small") {
  CHECK(read_fast(R"("\u00AB\u00ab\u00Fe\u00a0")") == "1:1 a string \xC2\xAB\xC2\xAB\xC3\xBE\xC2\xA0");
}

TEST_CASE("blanks may stand anywhere between values, also where a list or a map is empty") {
  CHECK(read_fast("[ ]") == "1:1 a list");
  CHECK(read_fast("{ }") == "1:1 a map");
  CHECK(read_fast("[ 1 , 2 ]") == "1:1 a list [1:3 an integer 1] [1:7 an integer 2]");
  CHECK(read_fast("{ \"a\" : 1 , \"b\" : 2 }") == "1:1 a map {1:3 a=1:9 an integer 1} {1:13 b=1:19 an integer 2}");
  CHECK(read_fast("[\r\n\t1\r\n\t,\r\n\t2\r\n]\r\n") == "1:1 a list [2:2 an integer 1] [4:2 an integer 2]");
}

}  // namespace podreel::api
