#include "engine/memory/stable_pool.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace podreel::api {

namespace {

std::string walk(const memory::StablePool<std::string>& pool) {
  std::string walked;
  for (const std::string* text = pool.first(); text != nullptr; text = pool.after(text)) walked += *text;
  return walked;
}

struct Unwilling {
  explicit Unwilling(bool fails) {
    if (fails) throw std::runtime_error{"no"};
  }
};

}  // namespace

TEST_CASE("objects stay where they are while others are added and removed") {
  memory::StablePool<std::string> pool;
  std::vector<std::string*> added;
  for (char letter = 'a'; letter <= 'z'; ++letter) added.push_back(pool.add(1U, letter));
  CHECK(walk(pool) == "abcdefghijklmnopqrstuvwxyz");
  pool.remove(added[2]);
  pool.remove(added[0]);
  CHECK(walk(pool) == "bdefghijklmnopqrstuvwxyz");
  CHECK(pool.add("A") == added[0]);
  CHECK(pool.add("C") == added[2]);
  pool.add("!");
  CHECK(walk(pool) == "AbCdefghijklmnopqrstuvwxyz!");
  CHECK(pool.size() == 27);
}

TEST_CASE("a pool without objects has no first one") {
  memory::StablePool<int> pool;
  CHECK(pool.first() == nullptr);
  pool.remove(pool.add(1));
  CHECK(pool.first() == nullptr);
  pool.add(2);
  pool.clear();
  CHECK(pool.first() == nullptr);
  CHECK(pool.size() == 0);
}

TEST_CASE("what is left in a pool goes with it") {
  const auto held = std::make_shared<int>(1);
  {
    memory::StablePool<std::shared_ptr<int>> pool;
    for (int count = 0; count < 100; ++count) pool.add(held);
    CHECK(held.use_count() == 101);
  }
  CHECK(held.use_count() == 1);
}

TEST_CASE("an object that could not be made takes no place") {
  memory::StablePool<Unwilling> pool;
  CHECK_THROWS_AS(pool.add(true), std::runtime_error);
  Unwilling* const first = pool.add(false);
  CHECK_THROWS_AS(pool.add(true), std::runtime_error);
  CHECK(pool.size() == 1);
  pool.remove(first);
  CHECK_THROWS_AS(pool.add(true), std::runtime_error);
  CHECK(pool.add(false) == first);
}

}  // namespace podreel::api
