// Move-only callbacks, small and large.
#include "engine/sim/callback.hpp"

#include <array>
#include <doctest/doctest.h>
#include <memory>

namespace podreel::sim {

TEST_CASE_TEMPLATE("captures live exactly as long as the callback", Size, std::integral_constant<std::size_t, 8>,
                   std::integral_constant<std::size_t, 200>) {
  auto held = std::make_shared<int>(0);
  std::array<char, Size::value> ballast{};
  Callback callback{[held, ballast] { *held += 1 + ballast[0]; }};
  CHECK(held.use_count() == 2);
  Callback moved{std::move(callback)};
  CHECK(held.use_count() == 2);
  CHECK_FALSE(static_cast<bool>(callback));
  moved();
  moved();
  CHECK(*held == 2);
  callback = std::move(moved);
  callback.consume();
  CHECK(*held == 3);
  CHECK_FALSE(static_cast<bool>(callback));
  CHECK(held.use_count() == 1);
}

TEST_CASE("assignment destroys what was there") {
  auto first = std::make_shared<int>(0);
  auto second = std::make_shared<int>(0);
  Callback callback{[first] {}};
  callback = Callback{[second] {}};
  CHECK(first.use_count() == 1);
  callback.reset();
  CHECK(second.use_count() == 1);
}

TEST_CASE("a callback that throws is consumed all the same") {
  auto held = std::make_shared<int>(0);
  Callback callback{[held] { throw 1; }};
  CHECK_THROWS(callback.consume());
  CHECK(held.use_count() == 1);
  CHECK_FALSE(static_cast<bool>(callback));
}

}  // namespace podreel::sim
