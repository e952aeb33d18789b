#include "engine/memory/pointer_table.hpp"

#include <array>
#include <doctest/doctest.h>

namespace podreel::api {

TEST_CASE("what has one hash is told apart, and is found although another of it was removed") {
  std::array<int, 4> numbers{0, 1, 2, 3};
  memory::PointerTable<int> table;
  constexpr std::size_t hash = 7;
  for (int& number : numbers) {
    table.make_room();
    table.add(hash, &number);
  }
  const auto find = [&table](int wanted) { return table.find(hash, [&](int number) { return number == wanted; }); };
  table.remove(hash, &numbers[1]);
  CHECK(find(1) == nullptr);
  for (const int left : {0, 2, 3}) CHECK(find(left) == &numbers.at(static_cast<std::size_t>(left)));
}

TEST_CASE("a table that was cleared has nothing, and can be filled again") {
  int number = 1;
  memory::PointerTable<int> table;
  const auto any = [](int) { return true; };
  CHECK(table.find(1, any) == nullptr);
  table.make_room();
  table.add(1, &number);
  CHECK(table.find(1, any) == &number);
  table.clear();
  CHECK(table.find(1, any) == nullptr);
  table.make_room();
  table.add(9, &number);
  CHECK(table.find(9, any) == &number);
  CHECK(table.find(1, any) == nullptr);
}

}  // namespace podreel::api
