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

}  // namespace podreel::api
