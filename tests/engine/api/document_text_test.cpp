#include "engine/api/document_text.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::api {

TEST_CASE("a text for a message is cut between characters") {
  CHECK(cut("abc", 3) == "abc");
  CHECK(cut("abcd", 3) == "abc…");
  CHECK(cut("aéb", 4) == "aéb");
  CHECK(cut("aéb", 3) == "aé…");
  CHECK(cut("aéb", 2) == "a…");
  CHECK(cut("€", 2) == "…");
}

TEST_CASE("bytes that no text has are found with their place") {
  CHECK_FALSE(check_text("a\tb\r\n\xc3\xa9").has_value());
  const auto nul = check_text(std::string{"a\nb\0", 4});
  REQUIRE(nul.has_value());
  CHECK(nul->mark.line == 2);
  CHECK(nul->mark.column == 2);
  const auto invalid = check_text("\xc3\xa9\xc3\x28");
  REQUIRE(invalid.has_value());
  CHECK(invalid->mark.line == 1);
}

TEST_CASE("U+007F is a character of a JSON string, and of no YAML document") {
  const LoadedFile json = load_documents("{\"a\": \"x\x7fy\"}", "a.json");
  REQUIRE(json.problems.empty());
  CHECK(json.documents.at(0).find("a")->text == "x\x7fy");
  CHECK(load_documents("{\"a\": \"x\x7fy\"}", "a").problems.empty());
  const LoadedFile yaml = load_documents("a: 1\nb: \"x\x7fy\"\n", "a.yaml");
  REQUIRE(yaml.problems.size() == 1);
  CHECK(to_string(yaml.problems.front()).find("a.yaml:2:6: byte 11 is the control character 0x7f") == 0);
}

}  // namespace podreel::api
