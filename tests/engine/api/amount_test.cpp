#include "engine/api/amount.hpp"

#include <doctest/doctest.h>
#include <limits>

namespace podreel::api {

TEST_CASE("quantities are read with decimal, binary and exponent suffixes") {
  CHECK(milli_value("1") == 1000);
  CHECK(milli_value("250m") == 250);
  CHECK(milli_value("0.5") == 500);
  CHECK(milli_value("1e3") == 1'000'000);
  CHECK(whole_value("1Ki") == 1024);
  CHECK(whole_value("1.5Gi") == 1'610'612'736);
  CHECK(whole_value("2M") == 2'000'000);
  CHECK(whole_value("12E-1") == 2);
}

TEST_CASE("what does not fit is rounded up, away from nothing") {
  CHECK(milli_value("1u") == 1);
  CHECK(whole_value("1m") == 1);
  CHECK(whole_value("0") == 0);
  CHECK(milli_value("1500u") == 2);
}

TEST_CASE("what is too large is the largest") {
  CHECK(whole_value("9999E") == std::numeric_limits<std::int64_t>::max());
  CHECK(milli_value("-9999E") == -std::numeric_limits<std::int64_t>::max());
}

}  // namespace podreel::api
