#include "scenarios/cluster/deployment_sizes.hpp"

#include <doctest/doctest.h>

namespace podreel::cluster {

namespace {

using Sizes = std::vector<std::int64_t>;

constexpr RollingRoom quarter_of_four{.replicas = 4, .max_surge = 1, .max_unavailable = 1};

}  // namespace

TEST_CASE("the new set begins with as many pods as may be too many") {
  CHECK(new_set_replicas(quarter_of_four, 4, 0) == 1);
  CHECK(new_set_replicas(quarter_of_four, 5, 1) == 1);
  CHECK(new_set_replicas(quarter_of_four, 3, 1) == 3);
  CHECK(new_set_replicas(quarter_of_four, 0, 0) == 4);
  CHECK(new_set_replicas(quarter_of_four, 9, 6) == 4);
}

TEST_CASE("old sets lose what may be unavailable, and then what the new set has gained") {
  CHECK(old_set_replicas(quarter_of_four, {1, 0, 0}, {{4, 4, 0}}) == Sizes{3});
  CHECK(old_set_replicas(quarter_of_four, {1, 0, 0}, {{3, 3, 0}}) == Sizes{3});
  CHECK(old_set_replicas(quarter_of_four, {2, 2, 0}, {{3, 3, 0}}) == Sizes{1});
  CHECK(old_set_replicas(quarter_of_four, {4, 4, 0}, {{1, 1, 0}, {0, 0, 0}}) == Sizes{0, 0});
}

TEST_CASE("pods that are not available go first, of whichever old set") {
  CHECK(old_set_replicas(quarter_of_four, {1, 1, 0}, {{2, 2, 0}, {2, 0, 0}}) == Sizes{2, 0});
}

TEST_CASE("without room nothing of an old set goes before the new one is available") {
  const RollingRoom surge_only{.replicas = 4, .max_surge = 1, .max_unavailable = 0};
  CHECK(old_set_replicas(surge_only, {1, 0, 0}, {{4, 4, 0}}) == Sizes{4});
  CHECK(old_set_replicas(surge_only, {1, 1, 0}, {{4, 4, 0}}) == Sizes{3});
}

TEST_CASE("a Deployment that is scaled in the middle of a rollout scales each of its sets") {
  const RollingRoom ten{.replicas = 20, .max_surge = 0, .max_unavailable = 5};
  CHECK(proportional_replicas(ten, {{5, 5, 10}, {5, 5, 10}}) == Sizes{10, 10});
  const RollingRoom five{.replicas = 5, .max_surge = 0, .max_unavailable = 1};
  CHECK(proportional_replicas(five, {{7, 7, 10}, {3, 3, 10}}) == Sizes{3, 2});
  const RollingRoom none{.replicas = 0, .max_surge = 1, .max_unavailable = 0};
  CHECK(proportional_replicas(none, {{7, 7, 10}, {3, 3, 10}}) == Sizes{0, 0});
}

}  // namespace podreel::cluster
