#include "tools/cli/arguments/counted_warnings.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::cli {

TEST_CASE("warnings that differ in list indices only are one kind, of which the first is reported with their number") {
  CountedWarnings warnings;
  warnings.add({"f", {1, 1}, "spec.containers[0].imgae", "unknown"});
  warnings.add({"f", {2, 1}, "spec.containers[7].imgae", "unknown"});
  warnings.add({"f", {3, 1}, "spec.containers[0].nmae", "unknown"});
  const auto reported = warnings.reported();
  REQUIRE(reported.size() == 2);
  CHECK(api::to_string(reported[0]) == "f:1:1: spec.containers[0].imgae: unknown (2 times; first occurrence shown)");
  CHECK(api::to_string(reported[1]) == "f:3:1: spec.containers[0].nmae: unknown");
}

TEST_CASE("of any number of kinds a hundred are kept") {
  CountedWarnings warnings;
  for (int kind = 0; kind < 5'000; ++kind) warnings.add({"f", {kind, 1}, "x" + std::to_string(kind), "unknown"});
  const auto reported = warnings.reported();
  CHECK(reported.size() == 101);
  CHECK(reported.back().message == "4900 warnings of further kinds are not shown");
}

}  // namespace podreel::cli
