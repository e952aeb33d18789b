#include "engine/api/problem_list.hpp"

#include <doctest/doctest.h>

namespace podreel::api {

TEST_CASE("reading goes on until a file has as many problems as are told, and then says that it ended") {
  std::vector<Problem> problems(3);
  CHECK_FALSE(is_enough(problems, 0, "f", 4));
  CHECK_FALSE(is_enough(problems, 1, "f", 3));
  CHECK(problems.size() == 3);
  CHECK(is_enough(problems, 1, "f", 2));
  REQUIRE(problems.size() == 4);
  CHECK(to_string(problems.back()) == "f: 2 problems so far; the rest was not read");
}

}  // namespace podreel::api
