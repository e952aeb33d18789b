#include "tools/cli/arguments/label_query.hpp"

#include <doctest/doctest.h>

#include "tools/files/bad_input.hpp"

namespace podreel::cli {

TEST_CASE("all that a selector asks for must hold") {
  const std::map<std::string, std::string> labels{{"team", "core"}, {"slow", ""}};
  for (const char* text : {"", "team", "team=core", "team==core", "tier!=lab", "!fast", "slow=", "team=core,slow,!fast",
                           "team in (core,edge)"}) {
    CAPTURE(text);
    CHECK(label_query(text).matches(labels));
  }
  for (const char* text : {"tier", "team=edge", "team!=core", "!slow", "team=core,fast"}) {
    CAPTURE(text);
    CHECK_FALSE(label_query(text).matches(labels));
  }
}

TEST_CASE("what is no selector is refused") {
  for (const char* text : {"=core", "!=core", "!", "team in ()", "a,,b"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(static_cast<void>(label_query(text)), BadInput);
  }
}

}  // namespace podreel::cli
