// What a scenario expects is so whatever the seed leaves to chance.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/command.hpp"
#include "tests/support/sample.hpp"

namespace podreel {

TEST_CASE("what scenarios expect does not depend on the seed") {
  // These have parted from the first ones: a relist right after a start, a kill that is seen late, an event that is.
  testing::Sample sample{{.sanitized = 5, .release = 2}};
  for (const char* seed : {"5", "10", "55", "71", "165"}) {
    if (!sample.has_next()) continue;
    const testing::CommandResult result = testing::run_podreel({"test", "--seed", seed, "scenarios"});
    CAPTURE(result.out);
    CHECK(result.exit_code == 0);
  }
}

}  // namespace podreel
