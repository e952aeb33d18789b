#include "engine/memory/recycled_memory.hpp"

#include <cstddef>
#include <cstring>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

namespace podreel::sim {

TEST_CASE("memory of every size can be written from end to end, and is given back") {
  std::vector<std::pair<void*, std::size_t>> blocks;
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{64}, std::size_t{65}, std::size_t{1984}, std::size_t{4096}}) {
    for (int count = 0; count < 200; ++count) blocks.emplace_back(memory::allocate_recycled(size), size);
  }
  for (const auto& [block, size] : blocks) std::memset(block, 0x5a, size);
  for (const auto& [block, size] : blocks) memory::free_recycled(block, size);
}

#if !defined(PODREEL_MEMORY_KEPT_MAX)
TEST_CASE("memory that was freed is used again for the next of about its size") {
  void* first = memory::allocate_recycled(300);
  memory::free_recycled(first, 300);
  void* second = memory::allocate_recycled(310);
  CHECK(second == first);
  memory::free_recycled(second, 310);
}

TEST_CASE("lists and shared objects are made of memory that was freed") {
  const void* first = nullptr;
  for (int round = 0; round < 2; ++round) {
    const memory::RecycledVector<int> list(20);
    if (round > 0) CHECK(list.data() == first);
    first = list.data();
  }
  for (int round = 0; round < 2; ++round) {
    const std::shared_ptr<const int> object = memory::make_recycled<const int>(round);
    CHECK(*object == round);
    if (round > 0) CHECK(object.get() == first);
    first = object.get();
  }
}
#endif

}  // namespace podreel::sim
