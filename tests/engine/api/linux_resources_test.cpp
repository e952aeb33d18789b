#include "engine/api/linux_resources.hpp"

#include <doctest/doctest.h>
#include <limits>

namespace podreel::api {

TEST_CASE("CPU and memory become shares, a quota and bytes") {
  CHECK(linux_resources({100, 200, 64, 128}) == LinuxResources{102, 20'000, 128});
  CHECK(linux_resources({}) == LinuxResources{2, 0, 0});
  CHECK(linux_resources({1, 5, 0, 0}) == LinuxResources{2, 1000, 0});
}

TEST_CASE("no amount is too large") {
  constexpr std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
  CHECK(cpu_shares(maximum) == 262'144);
  CHECK(cpu_quota(maximum) == maximum / 100 * 100);
}

TEST_CASE("what the kernel has tells what was asked for") {
  for (const std::int64_t thousandths : {3, 10, 100, 250, 333, 999, 1000, 1001, 2500, 64'000}) {
    const auto [requests, limits] = requests_and_limits(linux_resources({thousandths, thousandths, 0, 64 << 20}));
    CHECK(requests == ResourceList{{"cpu", cpu_text(thousandths)}});
    if (thousandths >= min_cpu_limit) CHECK(limits == ResourceList{{"cpu", cpu_text(thousandths)}, {"memory", "64Mi"}});
  }
}

TEST_CASE("amounts are written as Kubernetes writes them") {
  CHECK(cpu_text(2000) == "2");
  CHECK(cpu_text(250) == "250m");
  CHECK(memory_text(0) == "0");
  CHECK(memory_text(1000) == "1000");
  CHECK(memory_text(std::int64_t{3} << 30) == "3Gi");
}

TEST_CASE("quantities are the same if their values are") {
  CHECK(same_quantities({{"cpu", "1"}, {"memory", "1Gi"}}, {{"cpu", "1000m"}, {"memory", "1024Mi"}}));
  CHECK_FALSE(same_quantities({{"cpu", "1"}}, {{"cpu", "1"}, {"memory", "1Gi"}}));
  CHECK_FALSE(same_quantities({{"cpu", "1"}}, {{"cpu", "2"}}));
}

}  // namespace podreel::api
