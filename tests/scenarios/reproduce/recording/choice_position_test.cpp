#include "scenarios/reproduce/recording/choice_position.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("choices about the same decision replace each other, whatever their possibilities and values") {
  const sim::Choice first{"relist-cost", "@1", 2, 10, 3};
  const sim::Choice changed{"relist-cost", "@1", 2, 20, 7};
  const sim::Choice other{"relist-cost", "@1", 3, 10, 3};
  CHECK(position_of(first) == position_of(changed));
  CHECK(position_of(first) < position_of(other));
  CHECK(merged_choices({first, other}, {changed}) == std::vector<sim::Choice>{other, changed});
  CHECK(merged_choices({}, {changed}) == std::vector<sim::Choice>{changed});
}

TEST_CASE("a key ends with the kubelet's life, if the kubelet is not the first one") {
  CHECK(split_key("uid/app/Liveness@2").about == "uid/app/Liveness");
  CHECK(split_key("uid/app/Liveness@2").life == "@2");
  CHECK(split_key("uid").about == "uid");
  CHECK(split_key("uid").life.empty());
}

}  // namespace podreel::reproduce
