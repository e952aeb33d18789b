#include "engine/api/printable.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::api {

TEST_CASE("what a reader can see is told as it is") {
  for (const std::string text : {"", "web-0", "crème brûlée 猫 🐈", R"(C:\pods "a" {b})"}) {
    CHECK(printable_line(text) == text);
    CHECK(printable_text(text) == text);
    CHECK(printable_json_text(text) == text);
  }
}

TEST_CASE("what would act on a terminal is told in letters") {
  CHECK(printable_line("a\nb\tc\r") == R"(a\nb\tc\r)");
  CHECK(printable_line("\x1b[31mred\x07") == R"(\x1b[31mred\x07)");
  CHECK(printable_line("\xC2\x9B"
                       "2J") == R"(\x9b2J)");
  CHECK(printable_line("user\xE2\x80\xAEtxt.exe") == R"(user\u202etxt.exe)");
  CHECK(printable_line("\xE2\x81\xA6 \xD8\x9C \xE2\x80\xA8 \xEF\xBB\xBF") == R"(\u2066 \u061c \u2028 \ufeff)");
  CHECK(printable_line("\xFF\xC3(") == R"(\xff\xc3()");
  CHECK(printable_text("one\ntwo\x1b") == "one\ntwo\\x1b");
  CHECK(printable_lines({"a", "b\n"}) == std::vector<std::string>{"a", "b\\n"});
}

TEST_CASE("XML gets what it can hold") {
  CHECK(printable_xml("<a & \"b\">\n") == "&lt;a &amp; &quot;b&quot;&gt;&#10;");
  CHECK(printable_xml("\x01\xEF\xBF\xBE\xEF\xBF\xBF\xFF") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(printable_xml("\xC2\x9B\xE2\x80\xAE\x7F") == "&#155;&#8238;&#127;");
}

TEST_CASE("JSON stays the same value") {
  const std::string text = "\x1b \xC2\x85 \xE2\x80\xAE \xEF\xBF\xBE \n";
  const std::string json = printable_json(nlohmann::json(text));
  CHECK(json == R"("\u001b \u0085 \u202e \ufffe \n")");
  CHECK(nlohmann::json::parse(json) == text);
  CHECK(printable_json(nlohmann::ordered_json{{"name", "\xFF"}}) == "{\"name\":\"\xEF\xBF\xBD\"}");
}

}  // namespace podreel::api
