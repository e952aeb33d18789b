#include "engine/release/vendor_build.hpp"

#include <doctest/doctest.h>

namespace podreel::release {

TEST_CASE("a vendor's kubelet is of the release that its version begins with") {
  CHECK(release_of_build("v1.28.5-gke.100") == v(28, 5));
  CHECK(release_of_build("v1.28.5+k3s1") == v(28, 5));
  CHECK(release_of_build("v1.30.4-eks-a737599") == v(30, 4));
  CHECK(release_of_build("v1.30.4") == v(30, 4));
  CHECK_FALSE(release_of_build("v1.99.0"));
  CHECK_FALSE(release_of_build(""));
  CHECK_FALSE(release_of_build("-gke.100"));
  CHECK(is_vendors("v1.30.4-eks-a737599"));
  CHECK_FALSE(is_vendors("v1.30.4"));
}

}  // namespace podreel::release
