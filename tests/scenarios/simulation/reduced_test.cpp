#include "scenarios/simulation/reduced.hpp"

#include <doctest/doctest.h>
#include <numeric>

namespace podreel::explore {

namespace {

using Numbers = std::vector<int>;

Numbers up_to(int last) {
  Numbers numbers(static_cast<std::size_t>(last));
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

auto has_all(Numbers wanted) {
  return [wanted](const Numbers& numbers) {
    return std::ranges::all_of(wanted, [&](int one) { return std::ranges::find(numbers, one) != numbers.end(); });
  };
}

}  // namespace

TEST_CASE("unneeded items are removed, wherever the rest is") {
  CHECK(simulation::reduced(up_to(1'000), has_all({500}), 1'000) == Numbers{500});
  CHECK(simulation::reduced(up_to(1'000), has_all({1, 499, 1'000}), 1'000) == Numbers{1, 499, 1'000});
  CHECK(simulation::reduced(up_to(7), has_all({1, 2, 3, 4, 5, 6, 7}), 1'000) == up_to(7));
  CHECK(simulation::reduced(Numbers{4}, has_all({4}), 1'000) == Numbers{4});
}

TEST_CASE("nothing can be left out of what comes out, although less would do") {
  const auto fails = [](const Numbers& numbers) { return numbers.size() >= 3; };
  CHECK(simulation::reduced(up_to(50), fails, 1'000).size() == 3);
}

TEST_CASE("after so many questions what has been reached counts") {
  int asked = 0;
  const auto fails = [&asked](const Numbers& numbers) {
    ++asked;
    return has_all({3, 900})(numbers);
  };
  const Numbers some = simulation::reduced(up_to(1'000), fails, 5);
  CHECK(asked == 5);
  CHECK(some.size() > 2);
  CHECK(has_all({3, 900})(some));
}

}  // namespace podreel::explore
