#include "engine/sim/recycled_memory.hpp"

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
    for (int count = 0; count < 200; ++count) blocks.emplace_back(allocate_recycled(size), size);
  }
  for (const auto& [block, size] : blocks) std::memset(block, 0x5a, size);
  for (const auto& [block, size] : blocks) free_recycled(block, size);
}

#if !defined(PODREEL_MEMORY_KEPT_MAX)
TEST_CASE("memory that was freed is used again for the next of about its size") {
  void* first = allocate_recycled(300);
  free_recycled(first, 300);
  void* second = allocate_recycled(310);
  CHECK(second == first);
  free_recycled(second, 310);
}

TEST_CASE("a list and a shared object are made of memory that was freed") {
  const void* first = RecycledVector<int>(20).data();
  const RecycledVector<int> list(20);
  CHECK(list.data() == first);
  const int* shared = make_recycled<int>(1).get();
  CHECK(make_recycled<const int>(2).get() == shared);
}
#endif

}  // namespace podreel::sim
