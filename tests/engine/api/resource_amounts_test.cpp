#include "engine/api/resource_amounts.hpp"

#include <cstdint>
#include <doctest/doctest.h>

namespace podreel::api {

TEST_CASE("CPU counts in thousandths, everything else in units, rounded up") {
  CHECK(amount_of("cpu", "1") == 1000);
  CHECK(amount_of("cpu", "250m") == 250);
  CHECK(amount_of("memory", "64Mi") == 64 << 20);
  CHECK(amount_of("example.com/gpu", "2") == 2);
  CHECK(amount_of("pods", "1500m") == 2);
}

TEST_CASE("a resource that a list does not name is none") {
  const ResourceList list{{"cpu", "100m"}};
  CHECK(amount_in(list, "cpu") == 100);
  CHECK(amount_in(list, "memory") == 0);
}

TEST_CASE("a container's amounts are those of its requests and limits") {
  const ResourceAmounts amounts = amounts_of({{"cpu", "1"}}, {{"cpu", "2"}, {"memory", "1Ki"}});
  CHECK(amounts == ResourceAmounts{.cpu_request = 1000, .cpu_limit = 2000, .memory_request = 0, .memory_limit = 1024});
}

TEST_CASE("amounts are written as Kubernetes writes them") {
  CHECK(cpu_text(2000) == "2");
  CHECK(cpu_text(250) == "250m");
  CHECK(memory_text(64 << 20) == "64Mi");
  CHECK(memory_text(1000) == "1000");
  CHECK(memory_text(0) == "0");
  CHECK(memory_text(3 << 10) == "3Ki");
  CHECK(memory_text(std::int64_t{1} << 62) == "4Ei");
}

}  // namespace podreel::api
