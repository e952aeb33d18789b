#include "engine/release/version_skew.hpp"

#include <doctest/doctest.h>

namespace podreel::release {

TEST_CASE("an API server supports kubelets that are three minor releases older since 1.28, and two before") {
  CHECK(supported_skew(parse_release("1.27.16").value()) == 2);
  CHECK(supported_skew(parse_release("1.28.0").value()) == 3);
  CHECK(minors_between(parse_release("1.30.7").value(), parse_release("1.33.0").value()) == 3);
  CHECK(minors_between(parse_release("1.31.0").value(), parse_release("1.30.9").value()) == -1);
}

TEST_CASE("releases on either side of one are those of other minors, the nearest first") {
  const Release middle = parse_release("1.30.0").value();
  CHECK(minor_string(simulated_after(middle).front()) == "1.31");
  CHECK(simulated_after(middle).back() == newest_release());
  CHECK(minor_string(simulated_before(middle).front()) == "1.29");
  CHECK(simulated_before(middle).back() == oldest_release());
  CHECK(simulated_after(newest_release()).empty());
}

}  // namespace podreel::release
