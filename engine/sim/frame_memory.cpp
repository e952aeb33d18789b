#include "engine/sim/frame_memory.hpp"

#include <array>
#include <cstdint>
#include <new>
#include <utility>

namespace podreel::sim {

namespace {

constexpr std::size_t size_step = 64;
constexpr std::size_t sizes = 32;
/// Of each size: enough for the pods of a node, if all work at once.
#if defined(PODREEL_FRAMES_KEPT_MAX)
constexpr std::uint32_t kept_max = PODREEL_FRAMES_KEPT_MAX;
#else
constexpr std::uint32_t kept_max = 128;
#endif

/// The class of a size that is kept; `sizes` for larger ones.
constexpr std::size_t class_of(std::size_t size) noexcept {
  const std::size_t steps = (size + size_step - 1) / size_step;
  return steps < sizes ? steps : sizes;
}

class FreeFrames {
 public:
  FreeFrames() noexcept = default;
  FreeFrames(const FreeFrames&) = delete;
  FreeFrames& operator=(const FreeFrames&) = delete;
  ~FreeFrames() {
    for (List& list : lists_) {
      // What is freed while the thread ends is not kept any more.
      list.length = kept_max;
      while (list.first != nullptr) ::operator delete(take(list));
    }
  }

  [[nodiscard]] void* allocate(std::size_t size) {
    const std::size_t index = class_of(size);
    if (index == sizes) return ::operator new(size);
    List& list = lists_[index];
    if (list.first == nullptr) return ::operator new(index* size_step);
    --list.length;
    return take(list);
  }

  void free(void* memory, std::size_t size) noexcept {
    const std::size_t index = class_of(size);
    if (index == sizes || lists_[index].length == kept_max) return ::operator delete(memory);
    List& list = lists_[index];
    list.first = ::new (memory) Free{list.first};
    ++list.length;
  }

 private:
  struct Free {
    Free* next;
  };
  struct List {
    Free* first = nullptr;
    std::uint32_t length = 0;
  };

  static void* take(List& list) noexcept { return std::exchange(list.first, list.first->next); }

  std::array<List, sizes> lists_{};
};

thread_local FreeFrames free_frames;

}  // namespace

void* allocate_frame(std::size_t size) {
  return free_frames.allocate(size);
}

void free_frame(void* memory, std::size_t size) noexcept {
  free_frames.free(memory, size);
}

}  // namespace podreel::sim
