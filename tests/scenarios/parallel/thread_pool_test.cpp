#include "scenarios/parallel/thread_pool.hpp"

#include <atomic>
#include <doctest/doctest.h>
#include <stdexcept>
#include <vector>

namespace podreel::fleet {

TEST_CASE("a crew does every piece of work once, on threads of its own numbers") {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    parallel::ThreadPool pool{threads};
    std::vector<std::atomic<int>> done(100);
    std::atomic<bool> is_known = true;
    pool.for_each(done.size(), [&](std::size_t thread, std::size_t place) {
      ++done[place];
      if (thread >= pool.size()) is_known = false;
    });
    CHECK(is_known);
    for (const auto& times : done) CHECK(times == 1);
  }
}

TEST_CASE("a crew begins nothing after work that throws, and serves on") {
  parallel::ThreadPool pool{1};
  std::size_t done = 0;
  const auto throws_at_three = [&done](std::size_t /*thread*/, std::size_t place) {
    if (place == 3) throw std::runtime_error{"three"};
    ++done;
  };
  CHECK_THROWS_WITH_AS(pool.for_each(10, throws_at_three), "three", std::runtime_error);
  CHECK(done == 3);
  pool.for_each(2, throws_at_three);
  CHECK(done == 5);
  pool.for_each(0, throws_at_three);
  CHECK(done == 5);
}

}  // namespace podreel::fleet
