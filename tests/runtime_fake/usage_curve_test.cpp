#include "runtime_fake/usage_curve.hpp"

#include <doctest/doctest.h>

namespace podreel::runtime_fake {

using namespace std::chrono_literals;

TEST_CASE("so much is in use as the last point says, and nothing before the first") {
  const UsageCurve curve{{10s, 5}, {20s, 7}};
  CHECK(amount_at(curve, 9s) == 0);
  CHECK(amount_at(curve, 10s) == 5);
  CHECK(amount_at(curve, 19s) == 5);
  CHECK(amount_at(curve, 1h) == 7);
  CHECK(amount_at({}, 1h) == 0);
}

TEST_CASE("it changes at each point, and not after the last") {
  const UsageCurve curve{{10s, 5}, {20s, 7}};
  CHECK(change_after(curve, 0s) == 10s);
  CHECK(change_after(curve, 10s) == 20s);
  CHECK_FALSE(change_after(curve, 20s));
}

}  // namespace podreel::runtime_fake
