#include "engine/sim/frame_memory.hpp"

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
    for (int count = 0; count < 200; ++count) blocks.emplace_back(allocate_frame(size), size);
  }
  for (const auto& [block, size] : blocks) std::memset(block, 0x5a, size);
  for (const auto& [block, size] : blocks) free_frame(block, size);
}

#if !defined(PODREEL_FRAMES_KEPT_MAX)
TEST_CASE("memory that was freed is used again for the next frame of about its size") {
  void* first = allocate_frame(300);
  free_frame(first, 300);
  void* second = allocate_frame(310);
  CHECK(second == first);
  free_frame(second, 310);
}
#endif

}  // namespace podreel::sim
